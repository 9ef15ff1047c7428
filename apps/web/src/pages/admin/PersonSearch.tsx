import { skipToken } from '@reduxjs/toolkit/query/react'
import { fullName, readingOf } from '@sukoyaka/rules/person'
import type { Role } from '@sukoyaka/wire/access'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useGetUserQuery, useListUsersQuery } from '../../domains/account/api.ts'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'

type Props = {
  label: string
  id: number | undefined
  only?: Role | readonly Role[]
  required?: boolean
  error?: string | undefined
  onChange: (id: number | undefined) => void
}

/** Finds a person by part of the name. Typing removes the chosen person. */
export function PersonSearch({ label, id, only, required, error, onChange }: Props) {
  const { t } = useTranslation(['records', 'shell'])
  const language = useLanguage()
  const { currentData: chosen } = useGetUserQuery(id === undefined ? skipToken : { id })
  const [typed, setTyped] = useState<string>()
  const text = typed ?? (chosen ? fullName(chosen, language) : '')
  const query = useDebounced((typed ?? '').trim(), 200)
  const { currentData, isFetching } = useListUsersQuery(query ? { q: { full_name_cont: query }, ...(only && { role: [only].flat() }) } : skipToken)
  const people = query ? (currentData?.items ?? []) : []
  const isBusy = isFetching || query !== (typed ?? '').trim()
  return (
    <Combobox
      label={label}
      required={required}
      error={error}
      text={text}
      onText={(next) => {
        setTyped(next)
        if (id !== undefined) onChange(undefined)
      }}
      busy={isBusy}
      status={
        !typed?.trim()
          ? ''
          : isBusy
            ? t('records:person.searching')
            : people.length
              ? t('records:person.found', { count: people.length })
              : t('records:person.nobody')
      }
      options={people.map((person) => ({
        key: String(person.id),
        value: person,
        content: (
          <span lang="ja">
            {fullName(person, language)} <small>{only ? [readingOf(person), person.email].filter(Boolean).join('　') : t(`shell:role.${person.role}`)}</small>
          </span>
        ),
      }))}
      picksSingle
      onPick={(person) => {
        setTyped(undefined)
        onChange(person.id)
      }}
    />
  )
}
