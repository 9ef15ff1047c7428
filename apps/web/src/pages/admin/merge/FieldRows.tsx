import type { MergeField, MergePatient } from '@sukoyaka/wire/boards/admin/merge'
import { mergeFields } from '@sukoyaka/wire/boards/admin/merge'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RadioCards } from '../../../ui/choice/RadioCards.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { separatorOf } from '../../../ui/text/text-lang.ts'
import { differs, type Pair, type Side, wordsOf } from './fields.ts'
import classes from './MergeCompare.module.css'

type Props = { field: MergeField; pair: Pair; choice: Side | undefined; error: string | undefined; onChange: (side: Side) => void }

/** A field of the profile with different values in the two records, one of which is chosen. */
export function FieldRow({ field, pair, choice, error, onChange }: Props) {
  const { t } = useTranslation(['merge', 'profile'])
  const language = useLanguage()
  const words = (side: Side) => wordsOf(field, pair[side], t, language) || t('merge:empty')
  return (
    <div className={classes.row}>
      <p className={classes.label}>{t(`merge:field.${field}`)}</p>
      <RadioCards
        label={t(`merge:field.${field}`)}
        columns={2}
        value={choice ?? null}
        onChange={onChange}
        {...(error && { error })}
        cards={(['kept', 'duplicate'] as const).map((side) => ({
          value: side,
          title: words(side),
          ...(recordLang(words(side), language) && { lang: 'ja' }),
          text: `${t(`merge:${side}`)} ${pair[side].id}${field === 'email' ? `${separatorOf(language)}${t('merge:emailNote')}` : ''}`,
        }))}
      />
    </div>
  )
}

function Reactions({ patient }: { patient: MergePatient }) {
  const { t } = useTranslation(['merge', 'illness'])
  const { allergies } = patient
  return (
    <div>
      {allergies.length === 0 ? <span className={classes.none}>{t('merge:noAllergies')}</span> : null}
      {allergies.map(({ kind, description }) => (
        <p key={kind} className={classes.reaction}>
          <IconAlertCircle aria-hidden />
          <span lang="ja">{[t(`illness:allergy.${kind}`), description].filter(Boolean).join('：')}</span>
        </p>
      ))}
    </div>
  )
}

/** Allergies are not chosen: the kept record gets those of both patients. */
export function AllergyRow({ pair }: { pair: Pair }) {
  const { t } = useTranslation('merge')
  return (
    <div className={classes.row}>
      <p className={classes.label}>
        {t('allergies')}
        <small>{t('allergiesNote')}</small>
      </p>
      <div className={classes.two}>
        <Reactions patient={pair.kept} />
        <Reactions patient={pair.duplicate} />
      </div>
    </div>
  )
}

export function SameFields({ pair }: { pair: Pair }) {
  const { t } = useTranslation(['merge', 'profile'])
  const language = useLanguage()
  const same = mergeFields.filter((field) => !differs(field, pair) && wordsOf(field, pair.kept, t, language))
  if (!same.length) return null
  return (
    <details className={classes.same}>
      <summary>{t('merge:same', { count: same.length })}</summary>
      <dl>
        {same.map((field) => (
          <div key={field}>
            <dt>{t(`merge:field.${field}`)}</dt>
            <dd lang="ja">{wordsOf(field, pair.kept, t, language)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
