import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ceiling } from '../../../test/patience.ts'
import type { LongForm } from './long-forms.ts'
import { back, endedUnder, isWhite, meeting, mustTryThrice, type Place, refusal, said, say, triesOf, until, watch } from './troubles.ts'

/** A person at a form, and the input that must be kept. */
export type Seat = Place & { form: LongForm; wanted: string }

/** Checks that the input is on the page and on the server before the timeout, and that the page is not blank. */
const settle = async (seat: Seat, when: string, page = seat.page) => {
  seat.steps += 1
  const { form } = seat
  if (await isWhite(seat, page)) say(seat, `${when}: the page is blank`)
  if (!(await until(async () => (await form.shown(page)) === seat.wanted, seat.patience)))
    say(seat, `${when}: lost on the page: ${await form.shown(page).catch(() => 'no form')}, not ${seat.wanted}`)
  if (!(await until(async () => (await form.kept()) === seat.wanted, seat.patience)))
    say(seat, `${when}: lost on the server: ${await form.kept()}, not ${seat.wanted}`)
}

const give = async (seat: Seat, page = seat.page) => {
  seat.wanted = await seat.form.give(page, seat.wanted)
}

const offline = async (seat: Seat) => {
  await seat.context.setOffline(true)
  await give(seat)
  await said(seat, seat.form.unsaved, 'offline')
  await give(seat)
  await seat.context.setOffline(false)
  await back(seat.page)
  await settle(seat, 'offline')
}

/** Expects one attempt and two retries. */
const failing = (status: number) => async (seat: Seat) => {
  await meeting(seat, seat.form.saves, refusal(status, 'unavailable'), async () => {
    seat.calls.length = 0
    await give(seat)
    // the message appears after the third attempt, so its timeout starts here
    await until(async () => triesOf(seat) >= 3, ceiling)
    await said(seat, seat.form.unsaved, String(status))
    mustTryThrice(seat, String(status))
  })
  await back(seat.page)
  await settle(seat, String(status))
}

const ended = async (seat: Seat) => {
  await endedUnder(seat, () => give(seat))
  await seat.form.reach(seat.page)
  await back(seat.page)
  await settle(seat, '401')
}

const slow = (ms: number) => async (seat: Seat) => {
  await meeting(
    seat,
    seat.form.saves,
    async (route) => {
      await sleep(ms)
      await route.continue()
    },
    async () => {
      await give(seat)
      await sleep(ms / 2)
      await give(seat)
      await settle({ ...seat, patience: seat.patience + 4 * ms }, 'slow')
    },
  )
}

/** The server has saved and its response is delayed; meanwhile the person continues and reloads the page. */
const reloadInMidSave = async (seat: Seat) => {
  await meeting(
    seat,
    seat.form.saves,
    async (route) => {
      await route.fetch()
      await sleep(3_000)
      await route.abort()
    },
    async () => {
      await give(seat)
      await until(async () => (await seat.form.kept()) === seat.wanted, seat.patience)
      await give(seat)
    },
  )
  await seat.form.open(seat.page)
  await settle(seat, 'reload in mid-save')
}

/** Saves fail with 503 and the page is reloaded before they succeed. */
const reloadUnsaved = async (seat: Seat) => {
  await meeting(seat, seat.form.saves, refusal(503, 'unavailable'), async () => {
    seat.calls.length = 0
    await give(seat)
    await until(async () => triesOf(seat) > 0, ceiling)
    await seat.page.evaluate('history.pushState({}, "", location.href)')
    await seat.form.open(seat.page)
  })
  await back(seat.page)
  await settle(seat, 'reload while nothing is saved')
}

/** Distinguishes the text of the second window. */
const otherWords = '別の窓の'

const twoTabs = async (seat: Seat) => {
  const other = await seat.context.newPage()
  watch(seat, other)
  await seat.form.open(other)
  if (seat.form.name === 'karte') {
    // neither of two texts may be lost
    const [mine, theirs] = [await seat.form.give(seat.page, seat.wanted), await seat.form.give(other, seat.wanted + otherWords)]
    const clash = async (page: Page) => (await page.getByRole('button', { name: '両方をつなげる' }).count()) > 0
    if (!(await until(async () => (await clash(seat.page)) || (await clash(other)), seat.patience))) say(seat, 'two tabs: one overwrites the other')
    const page = (await clash(other)) ? other : seat.page
    await page
      .getByRole('button', { name: '両方をつなげる' })
      .click({ timeout: seat.patience })
      .catch(() => {})
    const words = [mine.slice(seat.wanted.length), theirs.slice(seat.wanted.length + otherWords.length)]
    const hasAll = (text: string) => words.every((word) => text.includes(word))
    if (!(await until(async () => hasAll(await seat.form.kept()), seat.patience))) say(seat, 'two tabs: words are lost')
    seat.wanted = await seat.form.kept()
  } else {
    seat.wanted = await seat.form.give(other, await seat.form.give(seat.page, seat.wanted))
    await until(async () => (await seat.form.kept()) === seat.wanted, seat.patience)
  }
  await other.close()
  await seat.form.open(seat.page)
  await settle(seat, 'two tabs')
}

/** Presses every button twice; page and server must agree afterwards. */
const pressTwice = async (seat: Seat) => {
  const { form, page } = seat
  const buttons = () => form.root(page).locator('button:visible:enabled')
  const count = await buttons().count()
  for (let at = 0; at < count; at++) {
    const button = buttons().nth(at)
    const name = (await button.getAttribute('aria-label', { timeout: 500 }).catch(() => null)) ?? (await button.textContent({ timeout: 500 }).catch(() => ''))
    if (/^(送信する|結果を見る|保存)$/.test((name ?? '').trim())) continue
    await button.dblclick({ timeout: 1_000 }).catch(() => {})
    seat.steps += 1
    if (await isWhite(seat, page)) say(seat, `${name} twice: the page is blank`)
    await page.keyboard.press('Escape')
    if ((await form.shown(page).catch(() => undefined)) === undefined) await form.open(page)
  }
  await form.open(page)
  seat.wanted = await form.shown(page)
  await settle(seat, 'pressed twice')
}

/** The first submission fails with 422, the second loses its response and is pressed twice: exactly one record results. */
const sendOnce = async (seat: Seat) => {
  const { form, page } = seat
  const before = await form.count()
  const button = await form.toSend(page)
  await meeting(seat, form.sends, refusal(422, 'invalid'), async () => {
    seat.calls.length = 0
    await button.click()
    await said(seat, form.sendFailed, 'refused')
    const tries = seat.calls.filter(({ what }) => what.startsWith('POST')).length
    if (tries !== 1) say(seat, `422: ${tries} tries`)
  })
  let isLost = false
  await meeting(
    seat,
    form.sends,
    async (route) => {
      if (isLost) return route.continue()
      isLost = true
      await route.fetch()
      await refusal(500, 'internal')(route)
    },
    async () => {
      await button.dblclick()
      if (form.name === 'karte') {
        await said(seat, form.sendFailed, 'a lost answer')
        await button.dblclick()
      }
      await said(seat, form.sent, 'sent')
    },
  )
  const more = (await form.count()) - before
  if (more !== 1) say(seat, `sent: ${more} records`)
  if (await isWhite(seat, page)) say(seat, 'sent: the page is blank')
  seat.steps += 2
}

export const troubles = { offline, failing, ended, slow, reloadInMidSave, reloadUnsaved, twoTabs, pressTwice, sendOnce, settle, give }
