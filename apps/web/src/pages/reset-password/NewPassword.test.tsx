import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { NewPassword } from './NewPassword.tsx'

setUpNetwork()

test('the hint names the minimum length for patients and for staff, because the role of the account is not known', async () => {
  show('patient', <NewPassword token="token" />)
  await screen.findByText(/^10文字以上（スタッフは13文字以上）にしてください。/)
})
