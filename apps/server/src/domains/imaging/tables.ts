import { patientTable } from '../../access/patient-table.ts'
import { id, now, ref } from '../../database/columns.ts'
import { test_results } from '../checkup/tables.ts'

export const test_result_images = patientTable(
  'test_result_images',
  {
    id: id(),
    test_result_id: ref().notNull(),
    file_id: ref().notNull().unique(),
    created_at: now(),
  },
  { column: 'test_result_id', parent: test_results },
)
