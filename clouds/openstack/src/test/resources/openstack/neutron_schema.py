"""Makes Neutron's tables from its models: its migrations change constraints, which SQLite cannot."""
import sys

import sqlalchemy
from neutron.db.migration.models import head

head.get_metadata().create_all(sqlalchemy.create_engine(sys.argv[1]))
