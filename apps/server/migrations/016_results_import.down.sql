drop table result_changes, import_packages, import_mappings, import_rows, import_parts, results_imports;
