import { addImportPart, addResultsImport } from '@sukoyaka/wire/boards/results-import'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { network, reply, sent, settled, setUpNetwork } from '../../../test/network.ts'
import { show } from '../../../test/show.tsx'
import { oneImport } from '../test-data.ts'
import { DropFile } from './DropFile.tsx'

setUpNetwork()
beforeEach(() => {
  network.use(reply(addResultsImport, oneImport({ state: 'uploaded' })), reply(addImportPart, oneImport({ state: 'uploaded' })))
})

const file = (name: string, size: number) => new File([new Uint8Array(size).fill(65)], name)
/** user-event cannot drop files. */
const drop = (droppedFile: File) =>
  fireEvent.drop(screen.getByText('CSVまたはExcelファイルをここにドロップ').parentElement!, { dataTransfer: { files: [droppedFile] } })

test('uploads a large file in ordered chunks with the facility name', async () => {
  const onSent = vi.fn()
  const { user } = show('nurse', <DropFile facilities={[]} onSent={onSent} />)
  await user.type(screen.getByLabelText('健診機関'), '北町ヘルスケアセンター')
  drop(file('健診.csv', 1_300_000))
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(3))
  const bytesOf = (content: string) => atob(content).length
  expect(sent(addResultsImport).map(({ content, ...input }) => [input, bytesOf(content)])).toEqual([
    [{ file_name: '健診.csv', size: 1_300_000, facility: '北町ヘルスケアセンター' }, 600_000],
  ])
  expect(sent(addImportPart).map(({ id, at, content }) => [id, at, bytesOf(content)])).toEqual([
    [3, 600_000, 600_000],
    [3, 1_200_000, 100_000],
  ])
})

function LeavablePage({ onSent }: { onSent: (id: number) => void }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        離れる
      </button>
      {isOpen ? <DropFile facilities={[]} onSent={onSent} /> : null}
    </>
  )
}

test('an upload that ends after the user left the page is shown only when the user asks for it', async () => {
  const response = Promise.withResolvers<ReturnType<typeof oneImport>>()
  network.use(reply(addResultsImport, () => response.promise))
  const onSent = vi.fn()
  const { press } = show('nurse', <LeavablePage onSent={onSent} />)
  drop(file('健診.csv', 10))
  await waitFor(() => expect(sent(addResultsImport)).toHaveLength(1))
  await press('離れる')
  response.resolve(oneImport({ state: 'uploaded' }))
  await screen.findByText('ファイルを送信しました')
  expect(onSent).not.toHaveBeenCalled()
  await press('開く')
  expect(onSent).toHaveBeenCalledWith(3)
})

test('rejects other file types before uploading', async () => {
  show('nurse', <DropFile facilities={[]} onSent={() => {}} />)
  drop(file('健診.pdf', 10))
  expect(screen.getByRole('alert').textContent).toContain('CSV（.csv）またはExcel（.xlsx）')
  await settled()
  expect(sent(addResultsImport)).toEqual([])
})

test('shows an error if the file can no longer be read', async () => {
  const onSent = vi.fn()
  show('nurse', <DropFile facilities={[]} onSent={onSent} />)
  const removed = file('健診.csv', 10)
  removed.slice = () => {
    throw new DOMException('', 'NotReadableError')
  }
  drop(removed)
  expect((await screen.findByRole('alert')).textContent).toContain('送信できませんでした')
  expect(onSent).not.toHaveBeenCalled()
})
