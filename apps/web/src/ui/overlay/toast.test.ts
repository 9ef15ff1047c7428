import { beforeEach, expect, test } from 'vitest'
import { toast, toasts } from './toast.ts'

const shown = () => toasts.read().map(({ title, text }) => [title, text])
beforeEach(() => toasts.set([]))

test('the same message is shown once', () => {
  for (let polls = 0; polls < 4; polls += 1) toast.error('更新できませんでした', { text: '接続がありません' })
  toast.error('更新できませんでした', { text: '時間がかかっています' })
  expect(shown()).toEqual([
    ['更新できませんでした', '接続がありません'],
    ['更新できませんでした', '時間がかかっています'],
  ])
})

test('a toast that can undo or retry something is not replaced by a toast with the same message', () => {
  const undone: number[] = []
  for (const id of [1, 2]) toast.success('タスクを完了しました', { onUndo: () => undone.push(id) })
  for (const { onUndo } of toasts.read()) onUndo?.()
  expect(undone).toEqual([1, 2])
})
