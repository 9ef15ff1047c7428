import { listPatients } from '@sukoyaka/wire/people/patient'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { paged } from '../../test/data/paged.ts'
import { patient } from '../../test/data/patient.ts'
import { network, reply, setUpNetwork } from '../../test/network.ts'
import { show } from '../../test/show.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { PatientFrame } from './PatientFrame.tsx'
import { usePatient } from './use-patient.ts'

setUpNetwork()

const Part = lazyNamed(() => new Promise<{ Part: () => null }>(() => {}), 'Part')

function Page() {
  const [hasPart, setPart] = useState(false)
  return (
    <PatientFrame user_id={1} {...usePatient(1)}>
      <button type="button" onClick={() => setPart(true)}>
        開く
      </button>
      {hasPart ? <Part /> : null}
    </PatientFrame>
  )
}

test('the name of the patient stays visible while a part of the page loads', async () => {
  network.use(reply(listPatients, paged([patient(1)])))
  const { press } = show('doctor', <Page />)
  await press('開く')
  expect(screen.queryByRole('button', { name: '開く' })).toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('佐伯 恵子')
})
