import type { ResultsImport } from '@sukoyaka/wire/boards/results-import'
import { IconArrowLeft } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { useIsPhone } from '../../../ui/layout/phone.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { useListImportCategoriesQuery } from '../api.ts'
import { formatInteger, headerOf, isDoubtful } from '../words.ts'
import classes from './Steps.module.css'
import { useApply } from './use-apply.ts'

/** What the import will write, with the button that applies it, or who can do that. */
export function ApplyFoot({ resultsImport, mayApply, onBack }: { resultsImport: ResultsImport; mayApply: boolean; onBack: () => void }) {
  const { t } = useTranslation('results_import')
  const isPhone = useIsPhone()
  const language = useLanguage()
  const [apply, isApplying] = useApply(resultsImport)
  const categories = useListImportCategoriesQuery({}).data?.items ?? []
  const { counts, columns, mapping } = resultsImport
  const count = counts.new + counts.changed
  // none while only the grades of the provider are new
  const values = counts.values_new + counts.values_changed
  const undecided = mapping.filter(isDoubtful).flatMap((column) => {
    const meaning = column.field ? t(`field.${column.field}`) : categories.find(({ id }) => id === column.category_id)?.display_name
    return meaning ? [t('apply.column', { header: headerOf(columns[column.at]!, column.at, t), meaning })] : []
  })
  const details = (
    <>
      {counts.values_changed ? <p>{t('apply.changed', { count: counts.values_changed })}</p> : null}
      {counts.cells_open ? <p>{t('apply.open', { count: counts.cells_open })}</p> : null}
      {counts.refused ? <p>{t('apply.refused', { count: counts.refused })}</p> : null}
      {undecided.length ? <p className={classes.attention}>{t('apply.undecided', { columns: undecided.join(listSeparator(language)) })}</p> : null}
    </>
  )
  return (
    <>
      {isPhone ? <div className={classes.texts}>{details}</div> : null}
      <div className={clsx(classes.foot, classes.applyFoot)} data-page-foot>
        <Button icon={<IconArrowLeft aria-hidden />} onClick={onBack}>
          {t('step.back')}
        </Button>
        <div className={classes.texts}>
          <p>
            <b>
              {values
                ? t('apply.summary', { count: counts.people, people: counts.people, values: formatInteger(values) })
                : count
                  ? t('apply.grades', { people: counts.people })
                  : t('apply.nothing')}
            </b>
          </p>
          {isPhone ? null : details}
          {mayApply ? null : <p>{t('apply.byOthers')}</p>}
        </div>
        {count && mayApply ? (
          <Button kind="primary" loading={isApplying} onClick={() => void apply()}>
            {t('apply.do', { count: counts.people })}
          </Button>
        ) : null}
      </div>
    </>
  )
}
