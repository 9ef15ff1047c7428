import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { groupWord } from '../../domains/checkup/grid/group-words.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Switch } from '../../ui/choice/Switch.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import { ResultRow } from './ResultRow.tsx'
import classes from './Results.module.css'
import { countsOf, firstSections, type Section, type SharedResults, sectionsOf } from './results.ts'

const rowsAtFirst = 18

/** The newest checkups side by side, for a doctor of another institution, with the range of each item that has one. */
export function ResultsCard({ results }: { results: SharedResults }) {
  const { t } = useTranslation(['share', 'ui'])
  const language = useLanguage()
  const [isOffFirst, setOffFirst] = useState(true)
  const [isAll, setAll] = useState(false)
  const { checkups, items } = results
  if (!items.length)
    return (
      <Card title={t('share:part.results')}>
        <p>{t('share:results.none')}</p>
      </Card>
    )
  const counts = countsOf(items)
  const sections = sectionsOf(items, isOffFirst)
  const first = isAll ? sections : firstSections(sections, rowsAtFirst)
  const left = items.length - first.reduce((sum, section) => sum + section.items.length, 0)
  return (
    <Card
      title={t('share:part.results')}
      flush
      action={
        <span className={classes.order}>
          <Switch checked={isOffFirst} onChange={setOffFirst}>
            {t('share:results.first')}
          </Switch>
        </span>
      }
    >
      <p className={classes.counts}>
        {(['danger', 'warning', 'unknown'] as const).map((tone) =>
          counts[tone] ? (
            <span key={tone} className={classes[tone]}>
              <MarkIcon tone={tone} /> {t(`ui:status.staff.${tone}`)} {counts[tone]}
            </span>
          ) : null,
        )}
        <span>{t('share:results.count', { count: items.length })}</span>
      </p>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <Head checkups={checkups} />
          {sections.map((section) => (
            <Rows key={section.key} section={section} isRest={!first.includes(section)} columns={checkups.length + 3} />
          ))}
        </table>
      </div>
      <div className={classes.foot}>
        <div>
          {checkups.map(({ comment, tested_at }) =>
            comment ? (
              <p key={tested_at} lang={recordLang(comment, language)}>
                <b>{t('share:results.comment', { day: formatDate(tested_at, language) })}</b> {comment}
              </p>
            ) : null,
          )}
        </div>
        {left > 0 ? (
          <Button kind="ghost" className={classes.more} onClick={() => setAll(true)}>
            {t('share:results.more', { count: left })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

function Head({ checkups }: Pick<SharedResults, 'checkups'>) {
  const { t } = useTranslation(['share', 'booking'])
  const language = useLanguage()
  return (
    <thead>
      <tr>
        <th scope="col">{t('share:results.item')}</th>
        <th scope="col" className={classes.wide}>
          {t('share:results.range')}
        </th>
        {checkups.map(({ tested_at, kind, location }, index) => (
          <th key={tested_at} scope="col" className={index ? classes.value : classes.newest} title={location}>
            <b>{formatDate(tested_at, language)}</b>
            <br />
            {t(`booking:kind.${kind}`)}
          </th>
        ))}
        <th scope="col" className={classes.bar}>
          {t('share:results.position')}
        </th>
      </tr>
    </thead>
  )
}

/** Rows of one section. With `isRest` they are hidden on the screen until the user shows all sections, but always printed. */
function Rows({ section: { key, items, isAllInRange }, isRest, columns }: { section: Section; isRest: boolean; columns: number }) {
  const { t } = useTranslation('share')
  const { t: tResults } = useTranslation('results')
  const id = useId()
  return (
    <tbody className={isRest ? classes.rest : undefined} aria-labelledby={id}>
      <tr className={classes.section}>
        <th id={id} scope="colgroup" colSpan={columns}>
          {key === 'off' ? t('results.off') : groupWord(tResults, key)}
          <span>{items.length}</span>
          {isAllInRange ? <span>{t('results.allIn')}</span> : null}
        </th>
      </tr>
      {items.map((item) => (
        <ResultRow key={item.name} item={item} />
      ))}
    </tbody>
  )
}
