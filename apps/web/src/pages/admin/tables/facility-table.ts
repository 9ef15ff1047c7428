import {
  addFacility,
  changeFacility,
  exportFacilities,
  facilityColumns,
  facilityFields,
  facilityQuery,
  getFacilityDocument,
  listAllFacilities,
} from '@sukoyaka/wire/boards/admin/facility'
import type { Draft } from '../records/draft.ts'
import { adminTable } from '../records/table.ts'

/** Code of a new course or option: unique in the whole catalogue and never shown. */
const newCode = () => `c_${crypto.randomUUID().replaceAll('-', '')}`

/** By type of a booking rule: the fields that the type uses. */
const fieldsOfRuleType: Readonly<Record<string, readonly string[]>> = {
  weekday: ['weekdays'],
  national_holiday: [],
  date: ['dates'],
  date_range: ['from', 'to'],
  date_range_yearly: ['from', 'to'],
  lead_days: ['days', 'is_business'],
  change_cutoff: ['days', 'is_business', 'time'],
}

/** Removes from each course the options that were removed from the facility. */
const withoutRemovedOptions = (draft: Draft): Draft => {
  const names = new Set((draft.options as Draft[]).map(({ name }) => name))
  const courses = (draft.courses as Draft[]).map((course) => ({ ...course, option_names: (course.option_names as string[]).filter((name) => names.has(name)) }))
  return { ...draft, courses }
}

const isShown = (path: string, siblings: Draft) => {
  const [list, name] = path.split('.')
  if (name === 'name') return false
  return list !== 'rules' || !name || name === 'type' || (fieldsOfRuleType[String(siblings.type)] ?? []).includes(name)
}

export const facilities = adminTable({
  name: 'facilities',
  list: listAllFacilities,
  csv: exportFacilities,
  read: getFacilityDocument,
  add: addFacility,
  change: changeFacility,
  tag: 'facilities',
  query: facilityQuery,
  columns: facilityColumns,
  fields: facilityFields,
  shown: [{ name: 'name_ja', below: 'access_text_ja' }, 'phone_number', 'visible', 'course_count', 'option_count', 'sort_number', 'updated_at'],
  sections: [
    { title: 'basic', fields: ['name_ja', 'name_kana', 'name_en', 'name_kr', 'visible', 'sort_number'] },
    {
      title: 'contact',
      fields: [
        'phone_number',
        'address',
        'access_text_ja',
        'access_text_en',
        'access_url',
        'map_url',
        'additional_information_ja',
        'additional_information_en',
        'hours',
      ],
    },
    { title: 'offers', fields: ['courses', 'options'] },
    { title: 'booking', fields: ['start_times', 'rules'] },
  ],
  initial: { visible: true, sort_number: '10' },
  entry: {
    courses: () => ({ name: newCode(), kind: 'detail' }),
    options: () => ({ name: newCode() }),
    rules: () => ({ type: 'weekday' }),
    start_times: () => ({ weekday: '1', capacity: '1' }),
    hours: () => ({ weekday: '1' }),
  },
  isShown,
  prepare: withoutRemovedOptions,
  nameOf: ({ name_ja }) => String(name_ja),
})
