import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './CatalogueField.module.css'

const maxTextLength = 100
type Item = { id: number; display_name: string; name_ja: string; class_name?: string; dose_text?: string }
type SearchResult<T> = { currentData?: { items: T[] }; isError: boolean; isFetching: boolean }

type Props<T extends Item> = {
  label: string
  hint: string
  text: string
  chosen: T | null
  onChange: (change: { text: string; chosen: T | null }) => void
  /** Query hook that searches the catalogue; skipped until the user types. */
  useSearch: (args: { q: string }, options: { skip: boolean }) => SearchResult<T>
  error?: string
}

/** Catalogue search field that also accepts free text, for items that the catalogue lacks. */
export function CatalogueField<T extends Item>({ label, hint, text, chosen, onChange, useSearch, error }: Props<T>) {
  const { t } = useTranslation('medication')
  const language = useLanguage()
  const [isTouched, setTouched] = useState(false)
  const wanted = chosen ? '' : text.trim().slice(0, maxTextLength)
  const debounced = useDebounced(wanted)
  const { currentData, isError, isFetching } = useSearch({ q: debounced }, { skip: debounced === '' || !isTouched })
  const isWaiting = wanted !== '' && isTouched && (debounced !== wanted || isFetching)
  const items = wanted === '' || !isTouched ? [] : (currentData?.items ?? [])
  // an error is shown in this line, because the list has no room for an `ErrorState`
  const status = isWaiting
    ? t('search.waiting')
    : isError && !currentData
      ? t('search.failed')
      : items.length
        ? t('search.count', { count: items.length })
        : t('search.none', { text: wanted })
  return (
    <Combobox
      label={label}
      hint={hint}
      required
      takesFocus
      text={text}
      onText={(next) => {
        setTouched(true)
        onChange({ text: next, chosen: null })
      }}
      options={items.map((item) => ({
        key: String(item.id),
        value: item,
        content: (
          <>
            <span className={classes.name} lang={recordLang(item.display_name, language)}>
              {item.display_name}
            </span>
            {item.class_name ? (
              <span className={classes.about} lang={recordLang(item.class_name, language)}>
                {item.class_name}
              </span>
            ) : null}
          </>
        ),
      }))}
      onPick={(item) => onChange({ text: item.display_name, chosen: item })}
      status={wanted === '' ? '' : status}
      busy={isWaiting}
      error={error}
    />
  )
}
