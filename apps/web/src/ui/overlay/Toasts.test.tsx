import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { toast, toasts } from './toast.ts'

setUpNetwork()
beforeEach(() => toasts.set([]))

const bottoms: Record<string, number> = { 見出し: 64, 次の見出し: 120, 下の見出し: 700 }

test('toasts are placed below the heading at the top, also after the next step has focused its own', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { bottom: bottoms[this.textContent ?? ''] ?? 0 } as DOMRect
  })
  show(
    'patient',
    <main>
      <h1>見出し</h1>
      <h2 tabIndex={-1}>次の見出し</h2>
      <h2 tabIndex={-1}>下の見出し</h2>
    </main>,
  )
  act(() => void toast.success('保存しました'))
  const layer = (await screen.findByText('保存しました')).closest('section')
  const top = () => layer?.style.getPropertyValue('--heading-end')
  expect(top()).toBe('64px')
  screen.getByText('次の見出し').focus()
  expect(top()).toBe('120px')
  screen.getByText('下の見出し').focus()
  expect(top()).toBe('0px')
})
