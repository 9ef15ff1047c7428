import type { Role } from '@sukoyaka/wire/access'
import type { Recommendation } from '@sukoyaka/wire/people/recommendation'
import { IconCheck, IconShoppingCartPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../../../ui/button/Button.tsx'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { save } from '../../../ui/form/save.ts'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { recordLang } from '../../../ui/text/record-lang.ts'
import { useAddRecommendedMutation, useListRecommendationsQuery } from '../api.ts'
import { useCart } from '../cart/use-cart.ts'
import { isOnSale } from '../words.ts'
import { CardText } from './CardText.tsx'
import { DeclineButton } from './DeclineButton.tsx'
import { Declined } from './Declined.tsx'
import classes from './Recommend.module.css'

type Props = { recommendation_id: number; patient_id: number; viewer: Role; text: string }

/** Card of a recommended product in a conversation. It shows the current reason, or once the recommendation is gone `text`, the reason as sent. */
export function RecommendedProduct({ recommendation_id, patient_id, viewer, text }: Props) {
  const { t } = useTranslation('recommend')
  const language = useLanguage()
  const query = useListRecommendationsQuery({ patient_id, include: ['product', 'findings'] })
  return (
    <article className={classes.card}>
      <QueryView query={query} error={t('card.error')} isEmpty={() => false} skeleton={<SkeletonLines count={4} />}>
        {({ items }) => {
          const found = items.find(({ id }) => id === recommendation_id)
          if (found?.product) return <Content recommendation={found} isBuyer={viewer === 'patient'} />
          return (
            <div className={classes.content}>
              <p className={classes.gone}>{t('card.withdrawn')}</p>
              <p className={classes.reason} lang={recordLang(text, language)}>
                {text}
              </p>
            </div>
          )
        }}
      </QueryView>
    </article>
  )
}

function Content({ recommendation, isBuyer }: { recommendation: Recommendation; isBuyer: boolean }) {
  const { t } = useTranslation('recommend')
  const { product, recommender, declined_at, ...text } = recommendation
  if (!product) return null
  return (
    <>
      <CardText role={recommender.role} product={product} reason={text.reason} values={text.values} findings={text.findings} />
      <Declined recommendation={recommendation} isOwn={isBuyer} />
      <div className={classes.buttons}>
        <ButtonLink to={`/shop/products/${product.id}`}>{t('card.more')}</ButtonLink>
        {isBuyer && !declined_at ? <TakeIntoCart recommendation={recommendation} /> : null}
        {isBuyer ? <DeclineButton recommendation={recommendation} kind="ghost" /> : null}
      </div>
    </>
  )
}

/** One press puts the product into the cart; the same button then opens the cart. */
function TakeIntoCart({ recommendation: { id, product } }: { recommendation: Recommendation }) {
  const { t } = useTranslation('recommend')
  const navigate = useNavigate()
  const { quantityOf } = useCart()
  const [add, { isLoading }] = useAddRecommendedMutation()
  if (!product) return null
  const isInCart = quantityOf(product.id) > 0
  if (!isInCart && !isOnSale(product)) return <Button disabled>{t('card.soldOut')}</Button>
  const press = () =>
    isInCart
      ? void navigate('/shop/cart')
      : void save(() => add({ recommendation_ids: [id] }), { done: t('card.added'), failed: t('card.addFailed'), text: product.display_name })
  return (
    <Button kind="soft" icon={isInCart ? <IconCheck aria-hidden /> : <IconShoppingCartPlus aria-hidden />} loading={isLoading} onClick={press}>
      {isInCart ? t('card.inCart') : t('card.add')}
    </Button>
  )
}
