import type { Browser } from 'playwright-core'
import { checkupLines, csvOf, shiftJis } from '../../apps/server/test/checkup-file.ts'
import { openContext, type State } from './chromium.ts'
import { type DemoApp, shownAt } from './demo-app.ts'
import type { Ids } from './views.ts'

const saeki = { last_name: '佐伯', first_name: '恵子', last_name_kana: 'サエキ', first_name_kana: 'ケイコ', birthday: '1968-03-14', sex: 'female' as const }
const stranger = { ...saeki, last_name: '榊原', last_name_kana: 'サカキバラ', birthday: '1971-02-03' }

/** Uploads a checkup file with a known and an unknown person. */
const addImport = async (browser: Browser, url: string, state: State) => {
  const context = await openContext(browser, { baseURL: url, storageState: state })
  const page = await context.newPage()
  await page.goto('/imports')
  const csv = csvOf(checkupLines([saeki, stranger], { day: '2026-09-15' }))
  await page.locator('input[type="file"]').setInputFiles({ name: '健診結果_2026年9月.csv', mimeType: 'text/csv', buffer: Buffer.from(shiftJis(csv)) })
  await page.waitForURL(/\/imports\/\d+$/)
  await page.locator('table').first().waitFor()
  const id = Number(page.url().split('/').at(-1))
  await context.close()
  return id
}

/** Ids of records of the demo's first patient. */
export const idsOf = async (browser: Browser, { url, idOf }: DemoApp, doctor: State): Promise<Ids> => {
  const interview = (condition: string) => `select id from interviews where interviewee_id = 1 and cancelled_at is null and ${condition} limit 1`
  const now = `timestamptz '${shownAt.toISOString()}'`
  return {
    facility: await idOf(`select id from facilities where name_ja = 'みなとさくらクリニック' order by id limit 1`),
    interview: await idOf(interview(`conducted_at > ${now} order by conducted_at`)),
    past_interview: await idOf(interview(`conducted_at < ${now} order by conducted_at desc`)),
    questionnaire: await idOf('select id from questionnaires where user_id = 1 order by answered_at desc nulls first limit 1'),
    import: await addImport(browser, url, doctor),
  }
}
