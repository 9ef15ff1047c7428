import { type DataExport, listDataExports, removeDataExport, startDataExport } from '@sukoyaka/wire/boards/data-export'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { network, reply, sent, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { DataExports } from './DataExports.tsx'

setUpNetwork()

const running: DataExport = { id: 3, status: 'running', progress: 40, parts: [], created_at: '2026-11-20T01:00:00.000Z', expires_at: null }
const done: DataExport = {
  ...running,
  status: 'done',
  progress: 100,
  parts: [{ name: 'sukoyaka-2026-11-20.zip', size: 1_482_331, address: '/files/1c-o-2-x' }],
  expires_at: '2026-11-27T01:02:00.000Z',
}

test('asks for the password, shows the progress and then the file, which the patient deletes', async () => {
  let items: DataExport[] = []
  network.use(
    reply(listDataExports, () => ({ items })),
    reply(startDataExport, () => {
      items = [running]
      return running
    }),
    reply(removeDataExport, () => {
      items = []
      return null
    }),
  )
  const { press, user } = show('patient', <DataExports />)
  await press('ファイルを作る')
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/パスワード/, { selector: 'input' }), 'asano-sanpo-30pun')
  await user.click(form.getByRole('button', { name: 'ファイルを作る' }))
  expect((await screen.findByRole('progressbar', { name: 'ファイルを作っています' })).getAttribute('value')).toBe('40')
  expect(sent(startDataExport)).toEqual([{ old_password: 'asano-sanpo-30pun' }])
  items = [done]
  const link = await screen.findByRole('link', { name: 'sukoyaka-2026-11-20.zipをダウンロード（1.5 MB）' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/files/1c-o-2-x', 'sukoyaka-2026-11-20.zip'])
  await press('削除する')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '削除する' }))
  await screen.findByText('ファイルを削除しました')
  expect(sent(removeDataExport)).toMatchObject([{ id: 3 }])
  expect(screen.queryByRole('link')).toBeNull()
})
