import { fullName } from '@sukoyaka/rules/person'
import {
  addCarePerson,
  careTeamColumns,
  careTeamFields,
  careTeamQuery,
  changeCarePerson,
  exportCareTeams,
  getCarePerson,
  listCareTeams,
  removeCarePerson,
} from '@sukoyaka/wire/boards/admin/care-team'
import type { Person } from '@sukoyaka/wire/people/account'
import { adminTable } from '../records/table.ts'

export const careTeam = adminTable({
  name: 'care_team',
  list: listCareTeams,
  csv: exportCareTeams,
  read: getCarePerson,
  add: addCarePerson,
  change: changeCarePerson,
  remove: removeCarePerson,
  tag: 'users',
  query: careTeamQuery,
  columns: careTeamColumns,
  fields: careTeamFields,
  shown: ['person', 'user', 'role', 'main'],
  sections: [{ title: 'basic', fields: ['user_id', 'staff_id', 'main'] }],
  fixed: ['user_id', 'staff_id'],
  nameOf: ({ person, user }) => [person, user].map((each) => fullName(each as Person, 'ja')).join(' – '),
  canRemove: () => true,
})
