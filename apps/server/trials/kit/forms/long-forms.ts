import type { Locator, Page } from 'playwright-core'

/** A form of several pages or long texts. Its input is represented as one text, to compare page, server and expected value. */
export type LongForm = {
  name: string
  role: 'patient' | 'nurse'
  /** URLs that save the draft. */
  savePattern: RegExp
  /** URLs that submit the form. */
  submitPattern: RegExp
  unsavedText: string
  sendFailedText: string
  sentText: string
  /** Goes to the page of the form with the input: a form opens at the page where the person stopped, or at its first page. */
  goToInput: (page: Page) => Promise<void>
  open: (page: Page) => Promise<void>
  /** Changes the input, which is `expected`, and returns what is expected then. */
  enterInput: (page: Page, expected: string) => Promise<string>
  readPage: (page: Page) => Promise<string>
  readStored: () => Promise<string>
  /** The element that contains the form. */
  root: (page: Page) => Locator
  goToSubmit: (page: Page) => Promise<Locator>
  /** Number of submitted records. */
  count: () => Promise<number>
}
// biome-ignore lint/suspicious/noExplicitAny: callers check the response by using it
export type RequestAs = (role: LongForm['role'], method: string, path: string, body?: object) => Promise<any>

const patient = 1
/** A patient for whom nobody else writes kartes. */
export const kartePatientId = 41

const sortedJson = (answers: Record<string, number>) => JSON.stringify(Object.entries(answers).sort(([a], [b]) => (a < b ? -1 : 1)))
const parseAnswers = (text: string) => Object.fromEntries(JSON.parse(text || '[]') as [string, number][])

/** Not `check`, which reads the option after the click: if the save fails with 401, the page may have left the form by then, and `check` would wait for it. */
const pressOption = (option: Locator) => option.click({ force: true })

export const questionnaireForm = async (request: RequestAs): Promise<LongForm> => {
  const { id } = await request('patient', 'POST', '/api/questionnaires', { user_id: patient })
  const names = ['fever', 'chills', 'weight_loss']
  let round = 0
  const at = (page: Page, name: string) => page.locator(`[id="symptoms.${name}"]`)
  const goToInput = async (page: Page) => {
    const pages = page.getByRole('navigation', { name: '問診票のページ' }).getByRole('button')
    await pages.first().waitFor()
    if (!(await at(page, 'fever').isVisible())) await pages.first().click()
    await at(page, 'fever').waitFor()
  }
  return {
    name: 'questionnaire',
    goToInput,
    role: 'patient',
    savePattern: /\/api\/questionnaires\/\d+$/,
    submitPattern: /\/api\/medical_questionnaire_answers$/,
    unsavedText: 'まだ保存できていません',
    sendFailedText: '送信できませんでした',
    sentText: '問診票を送信しました',
    open: async (page) => {
      await page.goto(`/${patient}/questionnaires/${id}`)
      await goToInput(page)
    },
    enterInput: async (page, before) => {
      const now = parseAnswers(before)
      const name = names[round++ % names.length]!
      const value = now[name] === 1 ? 0 : 1
      await pressOption(at(page, name).getByRole('radio', { name: value ? 'あり' : 'なし', exact: true }))
      return sortedJson({ ...now, [name]: value })
    },
    readPage: async (page) => {
      const shownAnswers: Record<string, number> = {}
      for (const name of names)
        for (const [value, label] of ['なし', 'あり'].entries())
          if (await at(page, name).getByRole('radio', { name: label, exact: true }).isChecked({ timeout: 2_000 })) shownAnswers[name] = value
      return sortedJson(shownAnswers)
    },
    readStored: async () => {
      const { symptoms } = await request('patient', 'GET', `/api/questionnaires/${id}`)
      const ownAnswers = (symptoms as { name: string; value: number }[]).filter(({ name }) => names.includes(name))
      return sortedJson(Object.fromEntries(ownAnswers.map(({ name, value }) => [name, value])))
    },
    root: (page) => page.locator('main'),
    goToSubmit: async (page) => {
      await page.getByRole('navigation', { name: '問診票のページ' }).getByRole('button').last().click()
      return page.getByRole('button', { name: '送信する' })
    },
    count: async () => {
      const { items } = await request('patient', 'GET', `/api/questionnaires?user_id=${patient}`)
      return items.filter((item: { answered_at: string | null }) => item.answered_at).length
    },
  }
}

export const stressForm = async (request: RequestAs): Promise<LongForm> => {
  const { items } = await request('patient', 'GET', '/api/job_stress_check_form')
  const answers = items.map(({ code }: { code: string }) => ({ code, value: 2 }))
  await request('patient', 'PUT', '/api/job_stress_check_draft', { user_id: patient, answers: answers.filter(({ code }: { code: string }) => code !== 'D2') })
  const codes = ['D1', 'D2']
  let round = 0
  const goToInput = async (page: Page) => {
    const last = page.locator('#D1-1')
    await page.getByRole('progressbar').first().waitFor()
    // a complete form opens at its first page
    while (!(await last.count())) await page.getByRole('button', { name: '次へ' }).click()
  }
  return {
    name: 'stress check',
    goToInput,
    role: 'patient',
    savePattern: /\/api\/job_stress_check_draft$/,
    submitPattern: /\/api\/job_stress_check_results$/,
    unsavedText: '保存できていません',
    sendFailedText: '送信できませんでした',
    sentText: '基準にはあたりません',
    open: async (page) => {
      await page.goto(`/${patient}/stress_check/answer`)
      await goToInput(page)
    },
    enterInput: async (page, before) => {
      const now = { D1: 2, ...parseAnswers(before) } as Record<string, number>
      const code = round++ % 2 ? 'D1' : 'D2'
      const value = ((now[code] ?? 2) % 4) + 1
      await pressOption(page.locator(`#${code}-${value}`))
      return sortedJson({ ...now, [code]: value })
    },
    readPage: async (page) => {
      const shownAnswers: Record<string, number> = {}
      for (const code of codes)
        for (const value of [1, 2, 3, 4]) if (await page.locator(`#${code}-${value}`).isChecked({ timeout: 2_000 })) shownAnswers[code] = value
      return sortedJson(shownAnswers)
    },
    readStored: async () => {
      const draft = await request('patient', 'GET', `/api/job_stress_check_draft?user_id=${patient}`)
      const ownAnswers = (draft.answers as { code: string; value: number }[]).filter(({ code }) => codes.includes(code))
      return sortedJson(Object.fromEntries(ownAnswers.map(({ code, value }) => [code, value])))
    },
    root: (page) => page.locator('main'),
    goToSubmit: async (page) => page.getByRole('button', { name: '結果を見る' }),
    count: async () => (await request('patient', 'GET', `/api/job_stress_checks?user_id=${patient}&limit=100`)).items.length,
  }
}

export const karteForm = async (request: RequestAs): Promise<LongForm> => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'カルテを書く' })
  const field = (page: Page) => dialog(page).getByRole('textbox', { name: '本文' })
  const goToInput = async (page: Page) => {
    await page.getByRole('button', { name: 'カルテを書く' }).click()
    await field(page).waitFor()
  }
  return {
    name: 'karte',
    goToInput,
    role: 'nurse',
    savePattern: /\/api\/karte_drafts$/,
    submitPattern: /\/api\/kartes$/,
    unsavedText: 'まだ保存されていません',
    sendFailedText: 'カルテを保存できませんでした',
    sentText: 'カルテを保存しました',
    open: async (page) => {
      await page.goto(`/${kartePatientId}/summary`)
      await goToInput(page)
    },
    enterInput: async (page, before) => {
      const addition = `${before.length}字目から所見。`
      await field(page).press('Control+End')
      await field(page).pressSequentially(addition)
      return before + addition
    },
    readPage: async (page) => field(page).inputValue({ timeout: 2_000 }),
    readStored: async () => (await request('nurse', 'GET', `/api/karte_drafts?user_id=${kartePatientId}`)).items[0]?.memo ?? '',
    root: dialog,
    goToSubmit: async (page) => dialog(page).getByRole('button', { name: '保存', exact: true }),
    count: async () => (await request('nurse', 'GET', `/api/kartes?user_id=${kartePatientId}`)).items.length,
  }
}
