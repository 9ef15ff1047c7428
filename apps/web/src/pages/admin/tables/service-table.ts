import {
  addService,
  changeService,
  exportServices,
  getService,
  listServices,
  serviceColumns,
  serviceFields,
  serviceQuery,
} from '@sukoyaka/wire/boards/admin/plan'
import { adminTable } from '../records/table.ts'

export const services = adminTable({
  name: 'services',
  list: listServices,
  csv: exportServices,
  read: getService,
  add: addService,
  change: changeService,
  tag: 'plans',
  query: serviceQuery,
  columns: serviceColumns,
  fields: serviceFields,
  shown: ['name_ja', 'chat', 'full_checkup_count', 'followup_checkup_count', 'interview_count', 'plan_count', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_en', 'name_kr'] },
    { title: 'terms', fields: ['chat', 'full_checkup_count', 'followup_checkup_count', 'interview_count'] },
  ],
  initial: { full_checkup_count: '0', followup_checkup_count: '0', interview_count: '0' },
  nameOf: ({ name_ja }) => String(name_ja),
})
