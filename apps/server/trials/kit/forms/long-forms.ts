import type { Locator, Page } from 'playwright-core'

/** The input of a form as one text, to compare page, server and intended value. */
export type LongForm = {
  name: string
  who: 'patient' | 'nurse'
  /** URLs that save the draft, and that submit. */
  saves: RegExp
  sends: RegExp
  unsaved: string
  sendFailed: string
  sent: string
  /** Steps from the start of the page to the input: a form continues where the person stopped, or starts at the front. */
  reach: (page: Page) => Promise<void>
  open: (page: Page) => Promise<void>
  give: (page: Page, wanted: string) => Promise<string>
  shown: (page: Page) => Promise<string>
  kept: () => Promise<string>
  root: (page: Page) => Locator
  toSend: (page: Page) => Promise<Locator>
  /** Number of submitted records. */
  count: () => Promise<number>
}
// biome-ignore lint/suspicious/noExplicitAny: callers check the response by using it
export type Ask = (who: LongForm['who'], method: string, path: string, body?: object) => Promise<any>

const patient = 1
/** A patient for whom no one else writes. */
export const written = 41

const inOrder = (given: Record<string, number>) => JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)))
const given = (text: string) => Object.fromEntries(JSON.parse(text || '[]') as [string, number][])

export const questionnaireForm = async (ask: Ask): Promise<LongForm> => {
  const { id } = await ask('patient', 'POST', '/api/questionnaires', { user_id: patient })
  const names = ['fever', 'chills', 'weight_loss']
  let turn = 0
  const at = (page: Page, name: string) => page.locator(`[id="symptoms.${name}"]`)
  const reach = async (page: Page) => {
    const pages = page.getByRole('navigation', { name: '問診票のページ' }).getByRole('button')
    await pages.first().waitFor()
    if (!(await at(page, 'fever').isVisible())) await pages.first().click()
    await at(page, 'fever').waitFor()
  }
  return {
    name: 'questionnaire',
    reach,
    who: 'patient',
    saves: /\/api\/questionnaires\/\d+$/,
    sends: /\/api\/medical_questionnaire_answers$/,
    unsaved: 'まだ保存できていません',
    sendFailed: '送信できませんでした',
    sent: '問診票を送信しました',
    open: async (page) => {
      await page.goto(`/${patient}/questionnaires/${id}`)
      await reach(page)
    },
    give: async (page, before) => {
      const now = given(before)
      const name = names[turn++ % names.length]!
      const value = now[name] === 1 ? 0 : 1
      await at(page, name)
        .getByRole('radio', { name: value ? 'あり' : 'なし', exact: true })
        .check({ force: true })
      return inOrder({ ...now, [name]: value })
    },
    shown: async (page) => {
      const found: Record<string, number> = {}
      for (const name of names)
        for (const [value, words] of ['なし', 'あり'].entries())
          if (await at(page, name).getByRole('radio', { name: words, exact: true }).isChecked({ timeout: 2_000 })) found[name] = value
      return inOrder(found)
    },
    kept: async () => {
      const { symptoms } = await ask('patient', 'GET', `/api/questionnaires/${id}`)
      const own = (symptoms as { name: string; value: number }[]).filter(({ name }) => names.includes(name))
      return inOrder(Object.fromEntries(own.map(({ name, value }) => [name, value])))
    },
    root: (page) => page.locator('main'),
    toSend: async (page) => {
      await page.getByRole('navigation', { name: '問診票のページ' }).getByRole('button').last().click()
      return page.getByRole('button', { name: '送信する' })
    },
    count: async () => {
      const { items } = await ask('patient', 'GET', `/api/questionnaires?user_id=${patient}`)
      return items.filter((item: { answered_at: string | null }) => item.answered_at).length
    },
  }
}

export const stressForm = async (ask: Ask): Promise<LongForm> => {
  const { items } = await ask('patient', 'GET', '/api/job_stress_check_form')
  const answers = items.map(({ code }: { code: string }) => ({ code, value: 2 }))
  await ask('patient', 'PUT', '/api/job_stress_check_draft', { user_id: patient, answers: answers.filter(({ code }: { code: string }) => code !== 'D2') })
  const codes = ['D1', 'D2']
  let turn = 0
  const reach = async (page: Page) => {
    const last = page.locator('#D1-1')
    await page.getByRole('progressbar').first().waitFor()
    // a complete form opens at the front
    while (!(await last.count())) await page.getByRole('button', { name: '次へ' }).click()
  }
  return {
    name: 'stress check',
    reach,
    who: 'patient',
    saves: /\/api\/job_stress_check_draft$/,
    sends: /\/api\/job_stress_check_results$/,
    unsaved: '保存できていません',
    sendFailed: '送信できませんでした',
    sent: '基準にはあたりません',
    open: async (page) => {
      await page.goto(`/${patient}/stress_check/answer`)
      await reach(page)
    },
    give: async (page, before) => {
      const now = { D1: 2, ...given(before) } as Record<string, number>
      const code = turn++ % 2 ? 'D1' : 'D2'
      const value = ((now[code] ?? 2) % 4) + 1
      await page.locator(`#${code}-${value}`).check({ force: true })
      return inOrder({ ...now, [code]: value })
    },
    shown: async (page) => {
      const found: Record<string, number> = {}
      for (const code of codes) for (const value of [1, 2, 3, 4]) if (await page.locator(`#${code}-${value}`).isChecked({ timeout: 2_000 })) found[code] = value
      return inOrder(found)
    },
    kept: async () => {
      const draft = await ask('patient', 'GET', `/api/job_stress_check_draft?user_id=${patient}`)
      const own = (draft.answers as { code: string; value: number }[]).filter(({ code }) => codes.includes(code))
      return inOrder(Object.fromEntries(own.map(({ code, value }) => [code, value])))
    },
    root: (page) => page.locator('main'),
    toSend: async (page) => page.getByRole('button', { name: '結果を見る' }),
    count: async () => (await ask('patient', 'GET', `/api/job_stress_checks?user_id=${patient}&limit=100`)).items.length,
  }
}

export const karteForm = async (ask: Ask): Promise<LongForm> => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'カルテを書く' })
  const field = (page: Page) => dialog(page).getByRole('textbox', { name: '本文' })
  const reach = async (page: Page) => {
    await page.getByRole('button', { name: 'カルテを書く' }).click()
    await field(page).waitFor()
  }
  return {
    name: 'karte',
    reach,
    who: 'nurse',
    saves: /\/api\/karte_drafts$/,
    sends: /\/api\/kartes$/,
    unsaved: 'まだ保存されていません',
    sendFailed: 'カルテを保存できませんでした',
    sent: 'カルテを保存しました',
    open: async (page) => {
      await page.goto(`/${written}/summary`)
      await reach(page)
    },
    give: async (page, before) => {
      const words = `${before.length}字目から所見。`
      await field(page).press('Control+End')
      await field(page).pressSequentially(words)
      return before + words
    },
    shown: async (page) => field(page).inputValue({ timeout: 2_000 }),
    kept: async () => (await ask('nurse', 'GET', `/api/karte_drafts?user_id=${written}`)).items[0]?.memo ?? '',
    root: dialog,
    toSend: async (page) => dialog(page).getByRole('button', { name: '保存', exact: true }),
    count: async () => (await ask('nurse', 'GET', `/api/kartes?user_id=${written}`)).items.length,
  }
}
