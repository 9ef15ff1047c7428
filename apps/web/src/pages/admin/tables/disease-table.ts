import {
  addDiseaseEntry,
  changeDiseaseEntry,
  diseaseColumns,
  diseaseFields,
  diseaseQuery,
  exportDiseases,
  getDiseaseEntry,
  listAllDiseases,
} from '@sukoyaka/wire/boards/admin/disease'
import { adminTable } from '../records/table.ts'

export const diseases = adminTable({
  name: 'diseases',
  list: listAllDiseases,
  csv: exportDiseases,
  read: getDiseaseEntry,
  add: addDiseaseEntry,
  change: changeDiseaseEntry,
  tag: 'diseases',
  query: diseaseQuery,
  columns: diseaseColumns,
  fields: diseaseFields,
  shown: [{ name: 'name_ja', below: 'name_en' }, 'disease_kind', 'icd10', 'danger_level', 'is_active', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_kana', 'name_en', 'name_kr', 'is_active', 'sort_number'] },
    { title: 'classification', fields: ['disease_kind', 'icd10', 'danger_level', 'also'] },
    { title: 'texts', fields: ['description_ja', 'description_en'] },
  ],
  initial: { is_active: true, sort_number: '100000', disease_kind: 'other' },
  nameOf: ({ name_ja }) => String(name_ja),
})
