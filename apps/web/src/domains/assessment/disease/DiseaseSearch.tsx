import type { Disease } from '@sukoyaka/wire/care/assessment'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Combobox } from '../../../ui/choice/Combobox.tsx'
import classes from '../AddAssessment.module.css'
import { useDiseaseWords, useNameLang } from '../words.ts'
import { useDiseaseSearch } from './use-disease-search.ts'

/** Max results shown; typing more narrows the list. */
const maxShown = 50
const maxTextLength = 100

type Props = {
  text: string
  /** `text` is the selected disease’s name, so do not search for it. */
  isChosen: boolean
  onText: (text: string) => void
  onPick: (disease: Disease) => void
  onCreate: (text: string) => void
  error?: ReactNode
}

/** Combobox: finds a disease by part of its name or offers to create a missing one. */
export function DiseaseSearch({ text, isChosen, onText, onPick, onCreate, error }: Props) {
  const { t } = useTranslation('assessment')
  const langOf = useNameLang()
  const wordsOf = useDiseaseWords()
  const { items, failed, isWaiting, wanted } = useDiseaseSearch(isChosen ? '' : text.slice(0, maxTextLength))
  const visible = items.slice(0, maxShown)
  const options = visible.map((disease) => {
    const { group, danger } = wordsOf(disease)
    return {
      key: String(disease.id),
      value: () => onPick(disease),
      content: (
        <>
          <span lang={langOf(disease)} className={classes.found}>
            {disease.display_name}
          </span>
          <span className={classes.about}>
            <span>{group}</span>
            <span>{danger}</span>
          </span>
        </>
      ),
    }
  })
  const hasExactMatch = items.some(({ name, name_local, display_name }) => [name, name_local, display_name].includes(wanted))
  const createOption = {
    key: 'new',
    value: () => onCreate(wanted),
    content: (
      <span className={classes.create}>
        <IconPlus size={16} aria-hidden />
        {t('search.create', { text: wanted })}
      </span>
    ),
  }
  const status = isWaiting
    ? t('search.waiting')
    : failed
      ? t('search.failed')
      : items.length === 0
        ? t('search.none', { text: wanted })
        : items.length > maxShown
          ? t('search.more', { count: items.length - maxShown })
          : t('search.count', { count: items.length })
  return (
    <Combobox
      label={t('add.disease')}
      required
      takesFocus
      text={text}
      onText={onText}
      options={isWaiting || failed || hasExactMatch || wanted === '' ? options : [...options, createOption]}
      onPick={(onSelect) => onSelect()}
      status={wanted === '' ? '' : status}
      busy={isWaiting}
      error={error}
      hint={t('add.diseaseHint')}
    />
  )
}
