import type { AppContext } from '../../context/app-context.ts'

/** The code of a row that an administrator adds to a catalogue. No code of the reference data begins with `admin_`. */
export const newCode = ({ random }: Pick<AppContext, 'random'>) => `admin_${random(8).toString('hex')}`
