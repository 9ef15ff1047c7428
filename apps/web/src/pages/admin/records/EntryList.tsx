import type { Field } from '@sukoyaka/wire/admin'
import { IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { AddButton } from '../../../ui/button/AddButton.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { OrderedRows } from '../../../ui/layout/OrderedRows.tsx'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { separatorOf } from '../../../ui/text/text-lang.ts'
import { type Draft, draftOf } from './draft.ts'
import type { FieldProps } from './form-props.ts'
import { useLabels } from './labels.ts'
import classes from './RecordEditor.module.css'

/** Fields whose values name an entry, in this order. */
const naming = ['type', 'name_ja', 'kind', 'weekday', 'weekdays', 'dates', 'from', 'to', 'days', 'opens', 'closes', 'time', 'capacity', 'price']

/** The name of an entry, made of what was entered. */
const useEntryName = (fields: readonly Field[]) => {
  const { t, valueLabel } = useLabels()
  const language = useLanguage()
  return (entry: Draft, isShown: (name: string) => boolean) => {
    const words = naming.flatMap((name) => {
      const field = fields.find((each) => each.name === name)
      const value = entry[name]
      if (!field || !isShown(name) || value === '' || value === null || value === undefined || (Array.isArray(value) && !value.length)) return []
      if (field.kind === 'choice') return [valueLabel(name, value)]
      if (Array.isArray(value)) return [value.map((each) => valueLabel(name, each)).join(separatorOf(language))]
      if (name === 'price') return [`¥${String(value)}`]
      return [String(value).replaceAll('\n', listSeparator(language))]
    })
    return words.join(language === 'ja' ? '　' : ' ') || t('entry.new')
  }
}

/** `children` renders the inputs of an entry; its `onChange` gets only the changed fields. */
type Props = FieldProps & { children: (entry: Draft, at: number, onChange: (change: Draft) => void) => ReactNode }

/** A list of entries: each is shown by its name and opens in place. */
export function EntryList({ field, path, value, onChange, shared, children }: Props) {
  const { t, label } = useLabels()
  const entries = value as Draft[]
  const fields = field.fields ?? []
  const [openKey, setOpenKey] = useState<string>()
  const nameOf = useEntryName(fields)
  const { isShown = () => true, entry: newEntries = {} } = shared.table
  const entryName = (entry: Draft) => nameOf(entry, (name) => isShown(`${path}.${name}`, entry))
  const hasError = (at: number) => fields.some(({ name }) => shared.errorOf(`${path}.${at}.${name}`))
  const add = () => {
    const key = crypto.randomUUID()
    onChange([...entries, { ...draftOf(fields), ...newEntries[path]?.(), key }])
    setOpenKey(key)
  }
  const move = (from: number, to: number) => onChange(entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]!))
  return (
    <section className={classes.list} aria-label={label(field.name)}>
      <div className={classes.listHead}>
        <h4>{label(field.name)}</h4>
        <AddButton label={t('entry.add')} onClick={add} />
      </div>
      {entries.length ? (
        <OrderedRows label={label(field.name)} items={entries} keyOf={({ key }) => String(key)} nameOf={entryName} onMove={move}>
          {(entry, at) => {
            const isOpen = entry.key === openKey || hasError(at)
            const name = entryName(entry)
            return (
              <div className={classes.entry}>
                <div className={classes.entryHead}>
                  <span className={classes.entryName} lang="ja">
                    {name}
                  </span>
                  <IconButton
                    size="small"
                    label={t(isOpen ? 'entry.fold' : 'entry.edit', { name })}
                    icon={isOpen ? <IconX aria-hidden /> : <IconPencil aria-hidden />}
                    aria-expanded={isOpen}
                    onClick={() => setOpenKey(isOpen ? undefined : String(entry.key))}
                  />
                  <IconButton
                    size="small"
                    label={t('entry.remove', { name })}
                    icon={<IconTrash aria-hidden />}
                    onClick={() => onChange(entries.toSpliced(at, 1))}
                  />
                </div>
                {isOpen ? <div className={classes.fields}>{children(entry, at, (change) => onChange(entries.with(at, { ...entry, ...change })))}</div> : null}
              </div>
            )
          }}
        </OrderedRows>
      ) : (
        <p className={classes.empty}>{t('entry.empty')}</p>
      )}
      {shared.errorOf(path) ? <p className={classes.error}>{shared.errorOf(path)}</p> : null}
    </section>
  )
}
