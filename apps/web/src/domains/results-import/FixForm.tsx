import type { ImportPerson, ImportReasonCode, ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FieldMessage } from '../../ui/form/FieldMessage.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useFixImportRowMutation } from './api.ts'
import classes from './Detail.module.css'
import { headerOf } from './words.ts'

const aboutPerson: readonly ImportReasonCode[] = ['person_missing', 'birthday_missing', 'person_unknown', 'person_ambiguous', 'person_differs']
const personFields = ['patient_id', 'name', 'kana', 'birthday', 'sex'] as const

/** Edits the invalid cells of a row inline and assigns a suggested patient with one click. */
export function FixForm({ resultsImport, row }: { resultsImport: ResultsImport; row: ImportRow }) {
  const { t } = useTranslation('results_import')
  const language = useLanguage()
  const [fix, { isLoading }] = useFixImportRowMutation()
  const [texts, setTexts] = useState<Readonly<Record<number, string>>>({})

  const isLost = row.reasons.some(({ reason }) => aboutPerson.includes(reason))
  const personAt = isLost ? personFields.flatMap((field) => resultsImport.mapping.find((column) => column.field === field)?.at ?? []) : []
  const places = [...new Set([...row.reasons.flatMap(({ at }) => at ?? []), ...personAt])].sort((a, b) => a - b)
  const general = row.reasons.filter(({ at }) => at === null)
  const isUnlikely = row.reasons.some(({ reason }) => reason === 'value_unlikely')

  const send = async (change: Partial<Parameters<typeof fix>[0]>) => {
    const { data, error } = await fix({ id: resultsImport.id, line: row.line, ...change })
    if (error) toast.error(t('rows.fixFailed'), { text: 'error' in error ? String(error.error) : undefined, onRetry: () => void send(change) })
    else if (data.outcome !== 'refused') toast.success(t('rows.fixed'))
  }
  const changed = Object.entries(texts).filter(([at, text]) => text !== (row.cells[Number(at)] ?? ''))
  return (
    <form
      className={classes.fix}
      onSubmit={(event) => {
        event.preventDefault()
        if (changed.length && !isLoading) void send({ cells: changed.map(([at, text]) => ({ at: Number(at), text })) })
      }}
    >
      {general.map(({ reason }) => (
        <FieldMessage key={reason} id={`${row.line}-${reason}`}>
          {t(`reason.${reason}`)}
        </FieldMessage>
      ))}
      <div className={classes.cells}>
        {places.map((at) => {
          const reasons = row.reasons.filter((reason) => reason.at === at)
          return (
            <TextInput
              key={at}
              className={classes.cell}
              label={headerOf(resultsImport.columns[at]!, at, t)}
              lang="ja"
              value={texts[at] ?? row.cells[at] ?? ''}
              maxLength={1_000}
              autoComplete="off"
              onChange={(event) => setTexts({ ...texts, [at]: event.currentTarget.value })}
              error={reasons.length ? reasons.map(({ reason }) => t(`reason.${reason}`)).join(t('file.and')) : undefined}
              hint={row.fixed.includes(at) ? t('rows.corrected') : undefined}
            />
          )
        })}
      </div>
      <div className={classes.actions}>
        {places.length ? (
          <Button type="submit" size="small" kind="soft" loading={isLoading} disabled={!changed.length}>
            {t('rows.save')}
          </Button>
        ) : null}
        {isUnlikely ? (
          <Button size="small" onClick={() => void send({ is_confirmed: true })}>
            {t('rows.confirm')}
          </Button>
        ) : null}
        {row.fixed.length ? (
          <Button size="small" kind="neutral" onClick={() => void send({ cells: row.fixed.map((at) => ({ at, text: null })) })}>
            {t('rows.reset')}
          </Button>
        ) : null}
      </div>
      {row.candidates.length ? (
        <div className={classes.actions}>
          <span className={classes.ask}>{t('rows.candidates')}</span>
          {row.candidates.map((person: ImportPerson) => (
            <Button key={person.id} size="small" lang="ja" onClick={() => void send({ patient_id: person.id })}>
              {t('rows.choose', {
                name: `${person.last_name} ${person.first_name}`,
                birthday: person.birthday ? formatDate(person.birthday, language) : '–',
              })}
            </Button>
          ))}
        </div>
      ) : null}
    </form>
  )
}
