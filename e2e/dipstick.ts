import { describe, expect, test } from 'vitest'
import { expectEventually, request, shownText, visit } from './app.ts'
import { open } from './care.ts'

/** Finds a patient without newly abnormal findings: a row of the board shows only the most severe findings, which depend on the day. */
const findPatient = async () => {
  const { json: patients } = await request('nurse', 'GET', '/api/users/patients?page=2')
  const { json: section } = await request('doctor', 'GET', '/api/today/newly_abnormal?scope=all')
  const listed = new Set(section.items.map(({ patient }: { patient: { id: number } }) => patient.id))
  const { id, last_name, first_name } = patients.items.find((person: { id: number }) => !listed.has(person.id))
  return { id, name: `${last_name} ${first_name}` }
}

/** Imports a facility's file with the same values for the demo patient and another patient. Returns the path of the import. */
const importFile = async (header: string, cells: string, other_id: number) => {
  const { json: people } = await request('nurse', 'GET', `/api/users/patients?q[id_in][]=1&q[id_in][]=${other_id}`)
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const rows = people.items.map(({ id, birthday }: { id: number; birthday: string }) => `${id},${birthday},${yesterday},${cells}`)
  const content = Buffer.from([`患者ID,生年月日,受診日,${header}`, ...rows, ''].join('\r\n'))
  const { json } = await request('nurse', 'POST', '/api/results_imports', {
    file_name: '健診.csv',
    size: content.length,
    content: content.toString('base64'),
    facility: '東都クリニック',
  })
  const path = `/api/results_imports/${json.id}`
  const stateOf = async () => (await request('nurse', 'GET', path)).json.state
  await expectEventually(stateOf).toBe('checked')
  await request('nurse', 'POST', `${path}/apply`, {})
  await expectEventually(stateOf).toBe('applied')
  return path
}

export const dipstickTests = () =>
  describe('dipstick', () => {
    test('a positive value is shown as (1+) to staff in the database, on the board and before the release, and to the patient after the release', async () => {
      const other = await findPatient()
      const path = await importFile('尿潜血,CRP(mg/dL)', '（＋）,<0.05', other.id)
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, '/1/database')
        await page.getByRole('searchbox', { name: '項目名で検索' }).fill('尿潜血')
        const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^尿潜血/ }) })
        await row.getByLabel('(1+)、異常、基準より高い').waitFor()
        expect(await shownText(row)).toMatch(/→ \(1\+\)/)
        await page.getByRole('searchbox', { name: '項目名で検索' }).fill('CRP')
        await page.getByLabel(/^<0\.05、/).waitFor()

        await open(page, '/today?scope=all')
        const section = page.getByRole('region', { name: /^新たに異常/ })
        await section.getByRole('button', { name: /^すべて表示/ }).click()
        const finding = section.getByRole('listitem').filter({ hasText: other.name })
        await expectEventually(() => shownText(finding)).toMatch(/尿潜血[\s\S]*\(1\+\)[\s\S]*基準 \(−\)/)

        await open(page, '/1/summary')
        await page.getByRole('button', { name: /公開/ }).first().click()
        const dialog = page.getByRole('dialog')
        await expectEventually(() => shownText(dialog)).toMatch(/尿潜血[\s\S]*\(1\+\)[\s\S]*基準と異なる/)
        await dialog.getByRole('button', { name: /公開/ }).last().click()
        await dialog.waitFor({ state: 'detached' })
      })
      await visit({ role: 'patient' }, async (page) => {
        await open(page, '/1/database')
        await page.getByRole('searchbox').first().fill('尿潜血')
        await page.getByLabel('(1+)、基準と異なる').waitFor()
      })
      const { json } = await request('doctor', 'GET', '/api/test_packages?user_id=1')
      const { id } = json.items.find(({ location }: { location: string }) => location === '東都クリニック')
      await request('doctor', 'DELETE', `/api/test_packages/${id}/release`)
      await request('nurse', 'POST', `${path}/undo`, {})
      await expectEventually(async () => (await request('nurse', 'GET', path)).json.state).toBe('undone')
    })
  })
