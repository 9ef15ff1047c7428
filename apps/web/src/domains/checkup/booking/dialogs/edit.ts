import type { Input } from '@sukoyaka/wire/endpoint'
import { type changeTestPackage, type TestPackage, testPackageStatus } from '@sukoyaka/wire/record/checkup'

/** Checkup fields that are saved together. `notify`: whether to notify the patient if the edit gives up the date. */
export type Edit = { name: string; location: string; detail: string; expected: string | null; status: number; notify: boolean; test_ids: number[] }

export const editOf = ({ name, location, detail, expected_data_reflection_date: expected, status, tests }: TestPackage): Edit => ({
  name,
  location,
  detail,
  expected,
  status,
  notify: true,
  test_ids: tests.map(({ category_id }) => category_id),
})

/** Whether the edit gives up a fixed date that is still to come, so that the patient must choose dates again. */
export const givesUpDate = ({ status, tested_at }: TestPackage, edit: Edit): boolean =>
  status === testPackageStatus.fix && edit.status === testPackageStatus.edit && tested_at !== null && Date.parse(tested_at) > Date.now()

/** Only changed fields; a removed test is sent with `_destroy`, an added one with its category. */
export const editToSend = (checkup: TestPackage, edit: Edit): Omit<Input<typeof changeTestPackage>, 'id'> => {
  const removedTests = checkup.tests.filter(({ category_id }) => !edit.test_ids.includes(category_id)).map(({ id }) => ({ id, _destroy: true }))
  const savedTestIds = new Set(checkup.tests.map(({ category_id }) => category_id))
  const addedTests = edit.test_ids.filter((id) => !savedTestIds.has(id)).map((category_id) => ({ category_id, user_id: checkup.user_id }))
  return {
    ...(edit.name.trim() !== checkup.name && { name: edit.name.trim() }),
    ...(edit.location.trim() !== checkup.location && { location: edit.location.trim() }),
    ...(edit.detail !== checkup.detail && { detail: edit.detail }),
    ...(edit.expected !== checkup.expected_data_reflection_date && { expected_data_reflection_date: edit.expected }),
    ...(edit.status !== checkup.status && { status: edit.status }),
    ...(givesUpDate(checkup, edit) && { notify: edit.notify }),
    ...(removedTests.length + addedTests.length > 0 && { tests_attributes: [...removedTests, ...addedTests] }),
  }
}

/** The saved tests with the changes that the form (`mine`) made to `base`. */
export const mergeTests = (mine: number[], base: number[], saved: number[]) => {
  const removed = base.filter((id) => !mine.includes(id))
  const added = mine.filter((id) => !base.includes(id) && !saved.includes(id))
  return [...saved.filter((id) => !removed.includes(id)), ...added]
}
