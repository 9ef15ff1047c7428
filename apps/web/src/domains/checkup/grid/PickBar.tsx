import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './ResultsTab.module.css'
import { maxCompared } from './view.ts'

type Props = {
  count: number
  /** The newest annual checkups; undefined if there are too few. */
  annual: readonly string[] | undefined
  onCancel: () => void
  onCompare: (keys?: readonly string[]) => void
}

/** Bar below the grid while checkups are selected for comparison. */
export function PickBar({ count, annual, onCancel, onCompare }: Props) {
  const { t } = useTranslation(['results', 'common'])
  return (
    <section className={classes.picks} data-page-foot aria-label={t('results:compare.pick')}>
      <p role="status">{count < 2 ? t('results:compare.hint', { max: maxCompared }) : t('results:compare.count', { count })}</p>
      {annual ? (
        <Button kind="soft" onClick={() => onCompare(annual)}>
          {t('results:compare.annual', { count: annual.length })}
        </Button>
      ) : null}
      <Button kind="neutral" onClick={onCancel}>
        {t('common:action.cancel')}
      </Button>
      <Button kind="primary" disabled={count < 2} onClick={() => onCompare()}>
        {t('results:compare.make')}
      </Button>
    </section>
  )
}
