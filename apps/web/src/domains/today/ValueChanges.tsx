import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatValue } from '@sukoyaka/rules/value'
import type { TodayFinding, TodayItem } from '@sukoyaka/wire/boards/today'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './ContactDialog.module.css'

/** Categories with a critical value before or after that differs, with both values as they are shown. */
const changesBetween = (before: readonly TodayFinding[], after: readonly TodayFinding[]) => {
  const categories = new Map([...before, ...after].flatMap((finding) => (finding.is_serious ? [[finding.category_id, finding]] : [])))
  return [...categories].flatMap(([id, category]) => {
    const [from, to] = [before, after].map((findings) => {
      const finding = findings.find(({ category_id }) => category_id === id)
      return finding && formatValue(finding, finding)
    })
    return from === to ? [] : [{ category, from, to }]
  })
}

/** How the critical values of a row have changed, such as カリウム 7.1 → 7.4. */
export function ValueChanges({ before, after }: { before: TodayItem; after: TodayItem }) {
  const { t } = useTranslation('today')
  const language = useLanguage()
  return (
    <ul className={classes.changes}>
      {changesBetween(before.findings, after.findings).map(({ category: { category_id, display_name, unit_display }, from, to }) => {
        const withUnit = (value: string) => `${value} ${formatUnit(unit_display, language)}`.trim()
        return (
          <li key={category_id}>
            <span lang={recordLang(display_name, language)}>{display_name}</span>{' '}
            {to === undefined
              ? t('contact.gone', { value: withUnit(from ?? '') })
              : from === undefined
                ? t('contact.added', { value: withUnit(to) })
                : withUnit(`${from} → ${to}`)}
          </li>
        )
      })}
    </ul>
  )
}
