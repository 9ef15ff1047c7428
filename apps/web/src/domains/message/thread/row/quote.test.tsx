import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpNetwork } from '../../../../test/network.ts'
import { show } from '../../../../test/show.tsx'
import { doctor } from '../../test-data.ts'
import { Quote } from './Quote.tsx'

setUpNetwork()

test.each([
  ['text', '中村 健一：ご案内'],
  ['image', '中村 健一：画像'],
  ['file', '中村 健一：ファイル'],
] as const)('a quoted %s message without text shows its kind instead', async (content_type, words) => {
  show('patient', <Quote quoted={{ id: 1, sender: doctor, body: '', content_type, is_deleted: false }} onJump={() => undefined} />)
  expect((await screen.findByRole('button')).textContent).toBe(words)
})
