import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { maxWaitMs } from '../../../test/wait-until.ts'
import type { LongForm } from './long-forms.ts'
import {
  addFailure,
  countTries,
  endSessionDuring,
  errorResponse,
  expectText,
  expectThreeTries,
  fireOnline,
  interceptWrites,
  isBlank,
  type PageTest,
  recordRequests,
  waitUntil,
} from './page-test.ts'

/** A person at a form. `expected` is the input that page and server must keep. */
export type FormTest = PageTest & { form: LongForm; expected: string }

/** Checks that the input is on the page and on the server before the timeout, and that the page is not blank. */
const checkSaved = async (formTest: FormTest, step: string, page = formTest.page) => {
  formTest.steps += 1
  const { form } = formTest
  if (await isBlank(formTest, page)) addFailure(formTest, `${step}: the page is blank`)
  if (!(await waitUntil(async () => (await form.readPage(page)) === formTest.expected, formTest.timeoutMs)))
    addFailure(formTest, `${step}: lost on the page: ${await form.readPage(page).catch(() => 'no form')}, not ${formTest.expected}`)
  if (!(await waitUntil(async () => (await form.readStored()) === formTest.expected, formTest.timeoutMs)))
    addFailure(formTest, `${step}: lost on the server: ${await form.readStored()}, not ${formTest.expected}`)
}

const enterInput = async (formTest: FormTest, page = formTest.page) => {
  formTest.expected = await formTest.form.enterInput(page, formTest.expected)
}

const offline = async (formTest: FormTest) => {
  await formTest.context.setOffline(true)
  await enterInput(formTest)
  await expectText(formTest, formTest.form.unsavedText, 'offline')
  await enterInput(formTest)
  await formTest.context.setOffline(false)
  await fireOnline(formTest.page)
  await checkSaved(formTest, 'offline')
}

/** Expects one attempt and two retries. */
const failingSaves = (status: number) => async (formTest: FormTest) => {
  await interceptWrites(formTest, formTest.form.savePattern, errorResponse(status, 'unavailable'), async () => {
    formTest.calls.length = 0
    await enterInput(formTest)
    // the message appears after the third attempt, so its timeout starts here
    await waitUntil(async () => countTries(formTest) >= 3, maxWaitMs)
    await expectText(formTest, formTest.form.unsavedText, String(status))
    expectThreeTries(formTest, String(status))
  })
  await fireOnline(formTest.page)
  await checkSaved(formTest, String(status))
}

const endedSession = async (formTest: FormTest) => {
  await endSessionDuring(formTest, () => enterInput(formTest))
  await formTest.form.goToInput(formTest.page)
  await fireOnline(formTest.page)
  await checkSaved(formTest, '401')
}

const slowSaves = (ms: number) => async (formTest: FormTest) => {
  await interceptWrites(
    formTest,
    formTest.form.savePattern,
    async (route) => {
      await sleep(ms)
      await route.continue()
    },
    async () => {
      await enterInput(formTest)
      await sleep(ms / 2)
      await enterInput(formTest)
      await checkSaved({ ...formTest, timeoutMs: formTest.timeoutMs + 4 * ms }, 'slow')
    },
  )
}

/** The server has saved the draft, and its response is delayed. Meanwhile the person continues to type and reloads the page. */
const reloadInMidSave = async (formTest: FormTest) => {
  await interceptWrites(
    formTest,
    formTest.form.savePattern,
    async (route) => {
      await route.fetch()
      await sleep(3_000)
      await route.abort()
    },
    async () => {
      await enterInput(formTest)
      await waitUntil(async () => (await formTest.form.readStored()) === formTest.expected, formTest.timeoutMs)
      await enterInput(formTest)
    },
  )
  await formTest.form.open(formTest.page)
  await checkSaved(formTest, 'reload in mid-save')
}

/** Saves fail with 503 and the page is reloaded before they succeed. */
const reloadUnsaved = async (formTest: FormTest) => {
  await interceptWrites(formTest, formTest.form.savePattern, errorResponse(503, 'unavailable'), async () => {
    formTest.calls.length = 0
    await enterInput(formTest)
    await waitUntil(async () => countTries(formTest) > 0, maxWaitMs)
    await formTest.page.evaluate('history.pushState({}, "", location.href)')
    await formTest.form.open(formTest.page)
  })
  await fireOnline(formTest.page)
  await checkSaved(formTest, 'reload while nothing is saved')
}

/** Distinguishes the text of the second window. */
const otherWindowText = '別の窓の'

const twoTabs = async (formTest: FormTest) => {
  const otherPage = await formTest.context.newPage()
  recordRequests(formTest, otherPage)
  await formTest.form.open(otherPage)
  if (formTest.form.name === 'karte') {
    // the text of neither window may be lost
    const [ownText, otherText] = [
      await formTest.form.enterInput(formTest.page, formTest.expected),
      await formTest.form.enterInput(otherPage, formTest.expected + otherWindowText),
    ]
    const showsConflict = async (page: Page) => (await page.getByRole('button', { name: '両方をつなげる' }).count()) > 0
    if (!(await waitUntil(async () => (await showsConflict(formTest.page)) || (await showsConflict(otherPage)), formTest.timeoutMs)))
      addFailure(formTest, 'two tabs: one overwrites the other')
    const page = (await showsConflict(otherPage)) ? otherPage : formTest.page
    await page
      .getByRole('button', { name: '両方をつなげる' })
      .click({ timeout: formTest.timeoutMs })
      .catch(() => {})
    const addedTexts = [ownText.slice(formTest.expected.length), otherText.slice(formTest.expected.length + otherWindowText.length)]
    const hasAll = (text: string) => addedTexts.every((word) => text.includes(word))
    if (!(await waitUntil(async () => hasAll(await formTest.form.readStored()), formTest.timeoutMs))) addFailure(formTest, 'two tabs: words are lost')
    formTest.expected = await formTest.form.readStored()
  } else {
    formTest.expected = await formTest.form.enterInput(otherPage, await formTest.form.enterInput(formTest.page, formTest.expected))
    await waitUntil(async () => (await formTest.form.readStored()) === formTest.expected, formTest.timeoutMs)
  }
  await otherPage.close()
  await formTest.form.open(formTest.page)
  await checkSaved(formTest, 'two tabs')
}

/** Double-clicks every button except those that submit; page and server must agree afterwards. */
const pressButtonsTwice = async (formTest: FormTest) => {
  const { form, page } = formTest
  const buttons = () => form.root(page).locator('button:visible:enabled')
  const count = await buttons().count()
  for (let at = 0; at < count; at++) {
    const button = buttons().nth(at)
    const name = (await button.getAttribute('aria-label', { timeout: 500 }).catch(() => null)) ?? (await button.textContent({ timeout: 500 }).catch(() => ''))
    if (/^(送信する|結果を見る|保存)$/.test((name ?? '').trim())) continue
    await button.dblclick({ timeout: 1_000 }).catch(() => {})
    formTest.steps += 1
    if (await isBlank(formTest, page)) addFailure(formTest, `${name} twice: the page is blank`)
    await page.keyboard.press('Escape')
    if ((await form.readPage(page).catch(() => undefined)) === undefined) await form.open(page)
  }
  await form.open(page)
  formTest.expected = await form.readPage(page)
  await checkSaved(formTest, 'pressed twice')
}

/** The first submission fails with 422. Of the second, which is a double-click, the response is lost. Exactly one record must result. */
const submitOnce = async (formTest: FormTest) => {
  const { form, page } = formTest
  const before = await form.count()
  const button = await form.goToSubmit(page)
  await interceptWrites(formTest, form.submitPattern, errorResponse(422, 'invalid'), async () => {
    formTest.calls.length = 0
    await button.click()
    await expectText(formTest, form.sendFailedText, 'refused')
    const tries = formTest.calls.filter(({ request }) => request.startsWith('POST')).length
    if (tries !== 1) addFailure(formTest, `422: ${tries} tries`)
  })
  let isResponseLost = false
  await interceptWrites(
    formTest,
    form.submitPattern,
    async (route) => {
      if (isResponseLost) return route.continue()
      isResponseLost = true
      await route.fetch()
      await errorResponse(500, 'internal')(route)
    },
    async () => {
      await button.dblclick()
      if (form.name === 'karte') {
        await expectText(formTest, form.sendFailedText, 'a lost response')
        await button.dblclick()
      }
      await expectText(formTest, form.sentText, 'sent')
    },
  )
  const createdRecords = (await form.count()) - before
  if (createdRecords !== 1) addFailure(formTest, `sent: ${createdRecords} records`)
  if (await isBlank(formTest, page)) addFailure(formTest, 'sent: the page is blank')
  formTest.steps += 2
}

export const formScenarios = {
  offline,
  failingSaves,
  endedSession,
  slowSaves,
  reloadInMidSave,
  reloadUnsaved,
  twoTabs,
  pressButtonsTwice,
  submitOnce,
  checkSaved,
  enterInput,
}
