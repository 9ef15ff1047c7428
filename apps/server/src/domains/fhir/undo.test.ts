import { expect, test } from 'vitest'
import { bundleOf, glucose, illness, importingOf, medicine } from '../../../test/fhir/bundle.ts'
import { openTestApp } from '../../../test/test-app.ts'

const testApp = await openTestApp()
const { send, undo } = importingOf(testApp)

test('the undo keeps what was edited since', async () => {
  const { hanako, staff } = testApp
  const applied = await send(bundleOf([illness, medicine]))
  const [row] = (await staff.doctor.get(`/api/past_illnesses?user_id=${hanako.id}`)).body.items
  await staff.doctor.request('PUT', `/api/past_illnesses/${row.id}`, { body: { detail: '経過良好' } })
  expect((await undo(applied.body.id)).body.kept_count).toBe(1)
  expect((await staff.doctor.get(`/api/past_illnesses?user_id=${hanako.id}`)).body.items).toHaveLength(1)
  expect((await staff.doctor.get(`/api/medicine_intakes?user_id=${hanako.id}`)).body.items).toEqual([])
  await staff.doctor.request('DELETE', `/api/past_illnesses/${row.id}`)
})

test('the undo deletes a released checkup without results too, so that the patient does not see an empty one', async () => {
  const { hanako, staff } = testApp
  const applied = await send(bundleOf([glucose]))
  const packages = async () => (await hanako.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  const [{ id }] = (await staff.doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  expect((await staff.doctor.request('POST', `/api/test_packages/${id}/release`, { body: {} })).status).toBeLessThan(300)
  expect(await packages()).toMatchObject([{ id }])
  expect((await undo(applied.body.id)).body.kept_count).toBe(0)
  expect(await packages()).toEqual([])
})

test('a checkup with a doctor’s comment stays after the undo, but its release is withdrawn and the notification is deleted', async () => {
  const { hanako, staff } = testApp
  const applied = await send(bundleOf([glucose]))
  const packages = async () => (await staff.doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  const [{ id }] = await packages()
  await staff.doctor.request('POST', `/api/test_packages/${id}/release`, { body: { comment: '落ち着いています' } })
  const told = async () => (await hanako.get('/api/notifications')).body.items.filter(({ kind }: { kind: string }) => kind === 'results_released')
  expect(await told()).toHaveLength(1)
  expect((await undo(applied.body.id)).body.kept_count).toBe(1)
  expect([await packages(), await told()]).toMatchObject([[{ id, comment: '落ち着いています', released_at: null }], []])
})

test('the undo withdraws the release of a checkup in which a derived value becomes critical', async () => {
  const { hanako, staff } = testApp
  const measured = (id: string, code: string, value: number) => ({
    ...glucose,
    id,
    code: { coding: [{ system: 'http://loinc.org', code }] },
    valueQuantity: { value },
  })
  const applied = await send(bundleOf([measured('o1', '2160-0', 3.1), measured('o2', '69405-9', 45)]))
  const results = async (member = staff.doctor) => (await member.get(`/api/test_results?user_id=${hanako.id}`)).body.items
  const [{ id }] = (await staff.doctor.get(`/api/test_packages?user_id=${hanako.id}`)).body.items
  const creatinine = (await results()).find(({ value }: { value: number }) => value === 3.1)
  expect((await staff.doctor.request('PUT', `/api/test_results/${creatinine.id}`, { body: { value: 3.2 } })).status).toBe(200)
  expect((await staff.doctor.request('POST', `/api/test_packages/${id}/release`, { body: {} })).status).toBe(200)
  expect(await results(hanako)).toHaveLength(2)
  // the measured eGFR is removed, the edited creatinine stays
  expect((await undo(applied.body.id)).body.kept_count).toBe(2)
  expect(await results(hanako)).toEqual([])
  expect(await results()).toContainEqual(expect.objectContaining({ is_derived: true, is_serious: true }))
  expect((await staff.doctor.get('/api/releases')).body.items).toMatchObject([{ group: 'urgent', checkup: { id } }])
})
