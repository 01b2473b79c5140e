# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON documents held against the schema that egprof's users are given."""
import json
from pathlib import Path

SCHEMA = Path(__file__).parents[3] / 'libprofdiff/schema/egprof-1.schema.json'


def make_validator():
    """A function of a document: what is wrong with it, '' for nothing. None where there is no validator.

    The schema is compiled, which makes it some thirty times as fast: the tests have thousands of documents.
    """
    try:
        import fastjsonschema
        from jsonschema import Draft202012Validator
    except ImportError:
        return None
    schema = json.loads(SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    validate = fastjsonschema.compile(schema)

    def what_is_wrong(document):
        try:
            validate(document)
        except fastjsonschema.JsonSchemaException as error:
            return str(error)
        return ''
    return what_is_wrong
