package io.proteus.app.server;

import io.javalin.http.Handler;

/** Something that can be asked for. */
record Route(String method, String path, Role role, Handler handler) {}
