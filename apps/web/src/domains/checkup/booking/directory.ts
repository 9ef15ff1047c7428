import type { Facility, Opening as WireOpening } from '@sukoyaka/wire/people/facility'
import type { ComponentType } from 'react'

export type Opening = WireOpening
export type StartTimes = NonNullable<Facility['start_times']>

/** Facility picker of another domain, passed in by the page. */
export type FacilityField = ComponentType<{ value: number | null; onChange: (id: number | null) => void; error?: string; required?: boolean }>

/** Facilities with their courses, options and start times, passed in by the page. */
export type Directory = { facilities: readonly Facility[] | undefined; Field: FacilityField }
