import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectEventually, shownText, sizes, violations, visit } from './app.ts'
import { expectToast, open } from './care.ts'

const summary = '/1/summary'
const facility = 'みなとさくらクリニック'
const freeDaySelector = '[data-day]:not([aria-disabled])'

/** Goes a month ahead, where the facility accepts bookings. */
const nextMonth = async (dialog: Locator) => {
  const monthShown = async () => (await dialog.locator('[data-day]').nth(15).getAttribute('data-day'))?.slice(0, 7)
  const before = await monthShown()
  await dialog.getByRole('button', { name: '次の月' }).click()
  await expectEventually(monthShown).not.toBe(before)
  await dialog.locator(freeDaySelector).first().waitFor()
}

export const bookingTests = () =>
  describe('booking', () => {
    test('staff book a checkup, the patient suggests three dates on a phone, staff confirm one, and the patient sees it', async () => {
      await visit({ role: 'doctor' }, async (page) => {
        await open(page, summary)
        await page.getByRole('button', { name: '検査を作成' }).click()
        const dialog = page.getByRole('dialog', { name: '検査を作成' })
        await dialog.getByRole('radio', { name: '簡易' }).check()
        await dialog.getByText('プラン外の検査です').waitFor()
        await dialog.getByRole('combobox', { name: '施設' }).fill('みなと')
        await dialog.getByRole('option', { name: facility }).click()
        await dialog.getByRole('radio', { name: '定期健診コース' }).check()
        await dialog.getByText('検査当日は朝食をとらずにお越しください。').first().waitFor()
        await dialog.getByText('薬剤アレルギーあり').waitFor()
        expect(await violations(page)).toEqual([])
        await dialog.getByRole('button', { name: '検査を作成' }).click()
        await expectToast(page, '検査を作成しました')
        await dialog.waitFor({ state: 'detached' })

        await visit({ role: 'patient', viewport: sizes.narrow }, async (phone) => {
          await open(phone, summary)
          const ownBookings = phone.getByRole('region', { name: '検査のご予約' })
          const row = ownBookings.getByRole('listitem').filter({ has: phone.getByRole('heading', { name: '定期健診コース' }) })
          await row.getByRole('button', { name: '希望日を選ぶ' }).click()
          const sheet = phone.getByRole('dialog', { name: '希望日を選ぶ' })
          await nextMonth(sheet)
          const disabledDay = sheet.locator('[data-day][aria-disabled="true"]').first()
          expect(await disabledDay.textContent()).toMatch(/受け付けていません|祝日|受付期限|空きなし/)
          await disabledDay.click({ force: true })
          expect(await sheet.getByRole('button', { name: /^順番を変える/ }).count()).toBe(0)
          for (const at of [0, 2, 4]) await sheet.locator(freeDaySelector).nth(at).click()
          await sheet.getByRole('button', { name: /^順番を変える：第3希望/ }).press('ArrowUp')
          expect(await violations(phone)).toEqual([])
          await sheet.getByRole('button', { name: '希望日を送る' }).click()
          await expectToast(phone, '希望日をお預かりしました')

          await page.getByRole('button', { name: /^定期健診コース.*候補 3件/ }).click()
          const edit = page.getByRole('dialog', { name: '検査を編集' })
          const fix = edit.getByRole('button', { name: /^この日時で確定：第1希望/ })
          const [, month, day, time] = /(\d\d)\.(\d\d)[^\d]*(\d\d:\d\d)/.exec((await fix.getAttribute('aria-label')) ?? '') ?? []
          await fix.click()
          await expectToast(page, '日時を確定しました')
          await expectEventually(() => shownText(ownBookings)).toMatch(new RegExp(`${Number(month)}月${Number(day)}日（.）${time}`))
          await ownBookings.getByRole('button', { name: 'カレンダーに追加：定期健診コース' }).waitFor()
        })
      })
    })

    test('patients and staff find a facility by the beginning of its name', async () => {
      for (const role of ['patient', 'nurse'] as const)
        await visit({ role, viewport: role === 'patient' ? sizes.narrow : sizes.wide }, async (page) => {
          await open(page, '/facilities')
          await page.getByRole('searchbox').fill('みなと')
          await page.getByRole('link', { name: facility, exact: true }).click()
          await page.getByRole('heading', { level: 1, name: facility }).waitFor()
          await page.getByText('検査当日は朝食をとらずにお越しください。').first().waitFor()
          expect(await page.getByRole('link', { name: /に電話する/ }).getAttribute('href')).toMatch(/^tel:[\d+]+$/)
          expect(await violations(page)).toEqual([])
        })
    })
  })
