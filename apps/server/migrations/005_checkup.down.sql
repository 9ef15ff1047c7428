drop table test_results, tests, test_packages, test_categories, reference_ranges, result_categories;
