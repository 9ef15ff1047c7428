import { fold } from '@sukoyaka/rules/fold'
import type { RecommendedValue } from '@sukoyaka/wire/people/recommendation'
import type { TestResult } from '@sukoyaka/wire/record/checkup'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Combobox } from '../../../ui/choice/Combobox.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { numericTypes, useListTestPackagesQuery, useListTestResultsQuery } from '../../checkup/api.ts'
import { maxValues } from './limits.ts'
import classes from './Values.module.css'
import { useValueText } from './Values.tsx'

const maxOptions = 8

/** The result as an option of the field; none without its category. */
const recommendedValue = ({ id, category, value, comparator, recorded_at }: TestResult): RecommendedValue[] =>
  category ? [{ test_result_id: id, category, value, comparator, recorded_at }] : []

/** The three newest values of each item, without those of unreleased checkups, which the patient cannot see. Empty while loading. */
export const useReleasedValues = (user_id: number): readonly RecommendedValue[] => {
  const results = useListTestResultsQuery({ user_id, count: 3, types: numericTypes, include: ['category'] })
  const packages = useListTestPackagesQuery({ user_id })
  if (!results.currentData || !packages.currentData) return []
  const released = new Set(packages.currentData.items.flatMap(({ id, released_at }) => (released_at === null ? [] : [id])))
  const shown = results.currentData.items.filter(({ test_package_id }) => test_package_id === null || released.has(test_package_id))
  return shown.flatMap(recommendedValue)
}

type Props = {
  /** The results to choose from. */
  options: readonly RecommendedValue[]
  value: readonly number[]
  onChange: (test_result_ids: number[]) => void
  error: string | undefined
}

/** Up to three results that the patient sees with the reason. */
export function ValuesField({ options, value, onChange, error }: Props) {
  const { t } = useTranslation('recommend')
  const textOf = useValueText()
  const [text, setText] = useState('')
  const sought = fold(text.trim())
  const chosen = value.flatMap((id) => options.find(({ test_result_id }) => test_result_id === id) ?? [])
  const found = options.filter(
    ({ test_result_id, category }) =>
      sought !== '' && !value.includes(test_result_id) && (fold(category.display_name).includes(sought) || category.name.includes(sought)),
  )
  const line = (result: RecommendedValue) => {
    const { name, value: figure, day } = textOf(result)
    return (
      <>
        <span>{name}</span> <strong>{figure}</strong> <small>{day}</small>
      </>
    )
  }
  return (
    <div className={classes.valuesField}>
      {chosen.length ? (
        <ul className={classes.values} aria-label={t('values.label')}>
          {chosen.map((result) => (
            <li key={result.test_result_id} className={classes.value}>
              {line(result)}
              <IconButton
                size="small"
                label={t('values.remove', { name: result.category.display_name })}
                icon={<IconX aria-hidden />}
                onClick={() => onChange(value.filter((id) => id !== result.test_result_id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {value.length < maxValues ? (
        <Combobox
          label={t('values.add')}
          hint={t('values.hint')}
          text={text}
          onText={setText}
          options={found.slice(0, maxOptions).map((result) => ({ key: String(result.test_result_id), value: result, content: line(result) }))}
          onPick={({ test_result_id }) => {
            setText('')
            onChange([...value, test_result_id])
          }}
          status={found.length ? undefined : t('values.none')}
        />
      ) : null}
      {error ? <FieldMessage id="recommended-values-error">{error}</FieldMessage> : null}
    </div>
  )
}
