import type { Facility, Opening as WireOpening } from '@sukoyaka/wire/people/facility'
import type { ComponentType } from 'react'

export type Opening = WireOpening
export type StartTimes = NonNullable<Facility['start_times']>

/** How a facility is found, which another domain knows: the page brings it. */
export type FacilityField = ComponentType<{ value: number | null; onChange: (id: number | null) => void; error?: string; required?: boolean }>

/** The facilities that can be chosen with their courses, options and start times, as the page has them. */
export type Directory = { facilities: readonly Facility[] | undefined; Field: FacilityField }
