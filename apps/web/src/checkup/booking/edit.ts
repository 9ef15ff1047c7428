import type { changeTestPackage, TestPackage } from '@sukoyaka/wire/checkup'
import type { Input } from '@sukoyaka/wire/kit'

/** What of a checkup is saved together. */
export type Edit = { name: string; location: string; detail: string; expected: string | null; status: number; test_ids: number[] }

export const editOf = ({ name, location, detail, expected_data_reflection_date: expected, status, tests }: TestPackage): Edit => ({
  name,
  location,
  detail,
  expected,
  status,
  test_ids: tests.map(({ category_id }) => category_id),
})

/** Only what was changed; a test that was taken out is named with `_destroy`, one that was put in with its category. */
export const editToSend = (checkup: TestPackage, edit: Edit): Omit<Input<typeof changeTestPackage>, 'id'> => {
  const gone = checkup.tests.filter(({ category_id }) => !edit.test_ids.includes(category_id)).map(({ id }) => ({ id, _destroy: true }))
  const had = new Set(checkup.tests.map(({ category_id }) => category_id))
  const come = edit.test_ids.filter((id) => !had.has(id)).map((category_id) => ({ category_id, user_id: checkup.user_id }))
  return {
    ...(edit.name.trim() !== checkup.name && { name: edit.name.trim() }),
    ...(edit.location.trim() !== checkup.location && { location: edit.location.trim() }),
    ...(edit.detail !== checkup.detail && { detail: edit.detail }),
    ...(edit.expected !== checkup.expected_data_reflection_date && { expected_data_reflection_date: edit.expected }),
    ...(edit.status !== checkup.status && { status: edit.status }),
    ...(gone.length + come.length > 0 && { tests_attributes: [...gone, ...come] }),
  }
}
