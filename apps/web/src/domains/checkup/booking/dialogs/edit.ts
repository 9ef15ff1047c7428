import type { Input } from '@sukoyaka/wire/endpoint'
import type { changeTestPackage, TestPackage } from '@sukoyaka/wire/record/checkup'

/** Checkup fields that are saved together. */
export type Edit = { name: string; location: string; detail: string; expected: string | null; status: number; test_ids: number[] }

export const editOf = ({ name, location, detail, expected_data_reflection_date: expected, status, tests }: TestPackage): Edit => ({
  name,
  location,
  detail,
  expected,
  status,
  test_ids: tests.map(({ category_id }) => category_id),
})

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
    ...(removedTests.length + addedTests.length > 0 && { tests_attributes: [...removedTests, ...addedTests] }),
  }
}

/** Input, the saved values it started from with their `updated_at` (`base_at`), and the `updated_at` sent with the next save (`known_at`). */
export type Editing = { edit: Edit; base: Edit; base_at: string; known_at: string }
export const editingOf = (checkup: TestPackage): Editing => ({
  edit: editOf(checkup),
  base: editOf(checkup),
  base_at: checkup.updated_at,
  known_at: checkup.updated_at,
})

const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Merges a concurrent save into the draft: untouched fields take the saved value, edited fields keep the input. When both changed the same
 * field, `known_at` stays old so that the next save reports the conflict once.
 */
export const rebaseDraft = (editing: Editing, checkup: TestPackage): Editing => {
  const { edit, base, base_at, known_at } = editing
  if (base_at === checkup.updated_at) return editing
  const saved = editOf(checkup)
  const { test_ids: mine, ...rest } = edit
  const editedFields = (Object.keys(rest) as (keyof typeof rest)[]).filter((field) => !isEqual(edit[field], base[field]))
  const isConflict = editedFields.some((field) => !isEqual(saved[field], base[field]) && !isEqual(saved[field], edit[field]))
  const removedIds = base.test_ids.filter((id) => !mine.includes(id))
  const addedIds = mine.filter((id) => !base.test_ids.includes(id) && !saved.test_ids.includes(id))
  return {
    edit: {
      ...saved,
      ...Object.fromEntries(editedFields.map((field) => [field, edit[field]])),
      test_ids: [...saved.test_ids.filter((id) => !removedIds.includes(id)), ...addedIds],
    },
    base: saved,
    base_at: checkup.updated_at,
    known_at: known_at === base_at && !isConflict ? checkup.updated_at : known_at,
  }
}
