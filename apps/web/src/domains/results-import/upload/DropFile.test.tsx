// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show, wait } from '../../../test/render-ui.tsx'
import { fakeServer, openImports } from '../test-render.tsx'
import { DropFile } from './DropFile.tsx'

openImports()

const file = (name: string, size: number) => new File([new Uint8Array(size).fill(65)], name)
const drop = async (droppedFile: File) => {
  fireEvent.drop(screen.getByText('CSV または Excel ファイルをここにドロップ').parentElement!, { dataTransfer: { files: [droppedFile] } })
  await wait(800)
}

test('uploads a large file in ordered chunks with the facility name', async () => {
  const sent = vi.fn()
  await show('nurse', <DropFile facilities={[]} onSent={sent} />)
  fireEvent.change(screen.getByLabelText('健診機関'), { target: { value: '北町ヘルスケアセンター' } })
  await drop(file('健診.csv', 1_300_000))
  expect(fakeServer.requests.map(({ path, body }) => [path, body.at, Math.round((String(body.content).length * 3) / 4)])).toEqual([
    ['/api/results_imports', undefined, 600_000],
    ['/api/results_imports/3/parts', 600_000, 600_000],
    ['/api/results_imports/3/parts', 1_200_000, expect.closeTo(100_000, -1)],
  ])
  expect(fakeServer.requests[0]!.body).toMatchObject({ file_name: '健診.csv', size: 1_300_000, facility: '北町ヘルスケアセンター' })
  expect(sent).toHaveBeenCalledWith(3)
})

test('rejects other file types before uploading', async () => {
  await show('nurse', <DropFile facilities={[]} onSent={() => {}} />)
  await drop(file('健診.pdf', 10))
  expect(screen.getByRole('alert').textContent).toContain('CSV（.csv）または Excel（.xlsx）')
  expect(fakeServer.requests).toEqual([])
})
