import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { FormDialog } from './FormDialog.tsx'
import { TextInput } from './TextInput.tsx'
import { useForm } from './use-form.ts'

setUpNetwork()
afterEach(() => vi.restoreAllMocks())

const send = vi.fn<() => Promise<{ error: object }>>()

function LateTheirs({ theirs }: { theirs?: string }) {
  const form = useForm(undefined, { name: 'さくら薬局' }, { send, onClose: () => {} })
  return (
    <FormDialog form={form} title="希望薬局" theirs={theirs}>
      <TextInput label="薬局名" {...form.field('name')} />
    </FormDialog>
  )
}

test('a failure scrolls into view at each attempt, and again when what others saved is loaded after it', async () => {
  const shown = 'ほかの人が先に変更しました'
  const scrolled: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.textContent)
  } as Element['scrollIntoView'])
  send.mockResolvedValue({ error: { status: 409, code: 'conflict', error: shown } })
  const { user, rerender, press } = show('nurse', <LateTheirs />)
  await press('保存')
  await waitFor(() => expect(scrolled).toEqual([shown]))
  await press('保存')
  await waitFor(() => expect(scrolled).toEqual([shown, shown]))
  rerender(<LateTheirs theirs="本町薬局" />)
  expect(scrolled).toEqual([shown, shown, `${shown}本町薬局`])
  await user.type(screen.getByLabelText('薬局名'), '北町')
  expect(scrolled).toHaveLength(3)
})
