import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button/Button.tsx'
import classes from './EntryFooter.module.css'
import type { Entry, Item } from './use-entry.ts'

type Props = { entry: Entry; missing: readonly Item[]; onShow: (category_id: number) => void }

/** Progress of the entry. A click on the count of missing, critical or invalid values moves the focus to the first of them. */
export function EntryFooter({ entry, missing, onShow }: Props) {
  const { t } = useTranslation('results')
  const { items, typed, valid, invalid } = entry
  const serious = valid.filter(({ judgement }) => 'value' in judgement && judgement.is_serious)
  const registered = items.filter(({ stored }) => stored).length
  const open = missing.filter(({ category }) => !typed.some((item) => item.category.id === category.id))
  return (
    <footer className={classes.foot}>
      <p className={classes.counts} role="status">
        <span>
          {t('entry.typed')} <b>{typed.length}</b>
        </span>
        <span>
          {t('entry.registered')} <b>{registered}</b>
        </span>
        <Count word={t('entry.missing')} items={open} onShow={onShow} />
        {serious.length ? <Count word={t('entry.urgent')} items={serious} onShow={onShow} isRed /> : null}
        {invalid.length ? <Count word={t('entry.errors')} items={invalid} onShow={onShow} isRed /> : null}
      </p>
      <p className={classes.hint}>{t('entry.hint')}</p>
      {typed.length ? (
        <Button kind="neutral" onClick={entry.discard}>
          {t('entry.discard')}
        </Button>
      ) : null}
      <Button kind="primary" type="submit" loading={entry.isSending}>
        {valid.length ? t('entry.saveCount', { count: valid.length }) : t('entry.save')}
      </Button>
    </footer>
  )
}

function Count({ word, items, onShow, isRed }: { word: string; items: readonly Item[]; onShow: (category_id: number) => void; isRed?: boolean }) {
  const first = items[0]
  return (
    <button type="button" className={isRed ? classes.red : undefined} disabled={!first} onClick={() => first && onShow(first.category.id)}>
      {word} <b>{items.length}</b>
    </button>
  )
}
