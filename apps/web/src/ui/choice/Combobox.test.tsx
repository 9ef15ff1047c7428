import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { Combobox } from './Combobox.tsx'

setUpNetwork()
const picked = vi.fn()
const submitted = vi.fn()
beforeEach(() => vi.clearAllMocks())

const all = ['高血圧症', '脂質異常症', '2型糖尿病']
/** Without `results`, the options are the names that contain the text. */
function Search({ results, ...props }: { results?: string[] } & ({ busy?: boolean } | { busy: boolean; picksSingle: true })) {
  const [text, setText] = useState('')
  const found = results ?? all.filter((name) => text !== '' && name.includes(text))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <Combobox
        label="病名"
        text={text}
        onText={setText}
        options={found.map((name) => ({ key: name, value: name, content: name }))}
        onPick={(name) => {
          setText(name)
          picked(name)
        }}
        status={`${found.length}件`}
        {...props}
      />
    </form>
  )
}
const start = () => {
  const { user } = show('nurse', <Search />)
  return { user, field: screen.getByRole<HTMLInputElement>('combobox') }
}
const activeOf = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent

/** Text and keys during a composition, which user-event does not have. */
const composition = (field: HTMLElement) => ({
  start: () => fireEvent.compositionStart(field),
  type: (value: string) => fireEvent.change(field, { target: { value } }),
  press: (key: string) => fireEvent.keyDown(field, { key, isComposing: true }),
  end: () => fireEvent.compositionEnd(field),
})

test('typing shows options, arrow keys select and Enter picks', async () => {
  const { user, field } = start()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  await user.type(field, '症')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['高血圧症', '脂質異常症'])
  expect(field.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  expect(screen.getByRole('status').textContent).toBe('2件')
  await user.keyboard('{ArrowDown}')
  expect(activeOf(field)).toBe('高血圧症')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(activeOf(field)).toBe('高血圧症')
  await user.keyboard('{ArrowUp}')
  expect(activeOf(field)).toBe('脂質異常症')
  await user.keyboard('{Enter}')
  expect(picked).toHaveBeenCalledExactlyOnceWith('脂質異常症')
  expect(submitted).not.toHaveBeenCalled()
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.value).toBe('脂質異常症')
})

test('Enter picks nothing and submits nothing before an arrow key has selected an option', async () => {
  const { user, field } = start()
  await user.type(field, '症{Enter}')
  expect(picked).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
})

test('IME composition does not search, and its confirming Enter picks nothing', () => {
  const { field } = start()
  const { start: begin, type, press, end } = composition(field)
  begin()
  type('症')
  expect(screen.queryByRole('listbox')).toBeNull()
  press('ArrowDown')
  press('Enter')
  expect(picked).not.toHaveBeenCalled()
  end()
  expect(screen.getAllByRole('option')).toHaveLength(2)
})

test('Escape closes only the list, not an outer layer', async () => {
  const { user, field } = start()
  await user.type(field, '糖')
  const onOuterKeyDown = vi.fn()
  document.body.addEventListener('keydown', onOuterKeyDown)
  await user.keyboard('{Escape}')
  document.body.removeEventListener('keydown', onOuterKeyDown)
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onOuterKeyDown).not.toHaveBeenCalled()
  expect(field.value).toBe('糖')
})

test('a click on an option picks it and keeps focus in the field', async () => {
  const { user, field } = start()
  await user.type(field, '糖')
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('option') })
  expect(document.activeElement).toBe(field)
  await user.pointer('[/MouseLeft]')
  expect(picked).toHaveBeenCalledExactlyOnceWith('2型糖尿病')
  expect(document.activeElement).toBe(field)
})

test('a click on an option during a composition picks it; the text of the composition does not replace it', async () => {
  const { user, field } = start()
  await user.type(field, '糖')
  const { start: begin, type, end } = composition(field)
  begin()
  type('糖にょう')
  // browsers end the composition when the field loses focus
  field.addEventListener('blur', () => end(), { once: true })
  await user.click(screen.getByRole('option'))
  expect(picked).toHaveBeenCalledExactlyOnceWith('2型糖尿病')
  expect(field.value).toBe('2型糖尿病')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.activeElement).toBe(field)
})

test('without options the status is shown below the field, and no popover covers what follows', async () => {
  const { user, field } = start()
  await user.type(field, 'なし')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(field.getAttribute('aria-expanded')).toBe('false')
  expect(document.getElementById(field.getAttribute('aria-describedby')!)?.textContent).toBe('0件')
})

test('with `picksSingle`, Enter picks the only option, but not while it still belongs to an earlier text', async () => {
  const { user, rerender } = show('nurse', <Search results={['高血圧症']} busy picksSingle />)
  await user.type(screen.getByRole('combobox'), '糖{Enter}')
  expect(picked).not.toHaveBeenCalled()
  expect(submitted).not.toHaveBeenCalled()
  rerender(<Search results={['2型糖尿病']} busy={false} picksSingle />)
  await user.keyboard('{Enter}')
  expect(picked).toHaveBeenCalledExactlyOnceWith('2型糖尿病')
})

test('the selected option stays selected when its place among new options changes; once they do not contain it, Enter picks nothing', async () => {
  const { user, rerender } = show('nurse', <Search results={['高血圧症', '脂質異常症']} />)
  const field = screen.getByRole('combobox')
  await user.type(field, '症')
  await user.keyboard('{ArrowDown}')
  rerender(<Search results={['2型糖尿病', '高血圧症']} />)
  expect(activeOf(field)).toBe('高血圧症')
  rerender(<Search results={['2型糖尿病']} />)
  expect(activeOf(field)).toBeUndefined()
  await user.keyboard('{Enter}')
  expect(picked).not.toHaveBeenCalled()
})
