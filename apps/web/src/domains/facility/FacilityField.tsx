import type { Facility } from '@sukoyaka/wire/people/facility'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { allFacilityDetails, useListFacilitiesQuery } from './api.ts'
import classes from './Facility.module.css'
import { FacilityFacts } from './FacilityFacts.tsx'
import { matchesFacility } from './find.ts'
import { useTextLang } from './words.ts'

type Props = { value: number | null; onChange: (id: number | null) => void; error?: string; required?: boolean }

/** Combobox over all facilities, searched with `matchesFacility`. Shows the facts of the selected one. */
export function FacilityField({ value, onChange, error, required }: Props) {
  const { t } = useTranslation('facility')
  const { currentData, isError } = useListFacilitiesQuery(allFacilityDetails)
  const langOf = useTextLang()
  const [typed, setTyped] = useState<string>()
  const all = currentData?.items ?? []
  const chosen = all.find(({ id }) => id === value)
  const text = typed ?? chosen?.display_name ?? ''
  // unchanged text is the selected facility's name, so list all alternatives
  const isSearching = typed !== undefined && typed !== chosen?.display_name
  const matches = isSearching ? all.filter((facility) => matchesFacility(facility, typed)) : all
  const pick = (facility: Facility) => {
    setTyped(undefined)
    onChange(facility.id)
  }
  const status = currentData ? t(matches.length ? 'list.count' : 'list.none', { count: matches.length }) : isError ? t('list.error') : ''
  return (
    <div>
      <Combobox
        label={t('field.label')}
        text={text}
        onText={(next) => {
          setTyped(next)
          if (value !== null) onChange(null)
        }}
        options={matches.map((facility) => ({
          key: String(facility.id),
          value: facility,
          content: (
            <span className={classes.option}>
              <span>{facility.display_name}</span>
              <small lang={langOf(facility)}>{facility.access_text}</small>
            </span>
          ),
        }))}
        onPick={pick}
        status={status}
        busy={!currentData && !isError}
        error={error}
        required={required}
      />
      {chosen ? (
        <details className={clsx(classes.tests, classes.about)}>
          <summary>{t('field.facts')}</summary>
          <FacilityFacts facility={chosen} />
        </details>
      ) : null}
    </div>
  )
}
