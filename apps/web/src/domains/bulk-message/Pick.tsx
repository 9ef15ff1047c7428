import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import classes from './Bulk.module.css'
import type { Named } from './choice.ts'

type Props = {
  label: string
  hint?: string
  text: string
  onText: (text: string) => void
  results: readonly Named[]
  busy: boolean
  value: readonly Named[]
  onChange: (value: Named[]) => void
}

function Option({ option: { name, detail } }: { option: Named }) {
  return (
    <span lang="ja">
      {name} {detail ? <span className={classes.hint}>{detail}</span> : null}
    </span>
  )
}

/** Multi-select with search by name; Enter selects a match if it is the only one. */
export function Pick({ label, hint, text, onText, results, busy, value, onChange }: Props) {
  const { t } = useTranslation('bulk_message')
  const available = results.filter(({ id }) => !value.some((option) => option.id === id))
  return (
    <div className={classes.group}>
      <Combobox
        label={label}
        {...(hint && { hint })}
        text={text}
        onText={onText}
        busy={busy}
        status={busy ? t('choose.searching') : available.length ? t('choose.found', { count: available.length }) : t('choose.nobody')}
        options={available.map((option) => ({ key: String(option.id), value: option, content: <Option option={option} /> }))}
        picksSingle
        onPick={(option) => {
          onText('')
          onChange([...value, option])
        }}
      />
      {value.length ? (
        <ul className={classes.chosen} aria-label={label}>
          {value.map((option) => (
            <li key={option.id}>
              <span lang="ja">{option.name}</span>
              <IconButton
                size="small"
                label={t('choose.remove', { name: option.name })}
                icon={<IconX aria-hidden />}
                onClick={() => onChange(value.filter(({ id }) => id !== option.id))}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
