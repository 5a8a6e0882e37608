import type { policy as english } from '../en/policy.ts';

export const policy: Record<keyof typeof english, string> = {
  'preview.score': 'Correspondance possible à partir de',
  'preview.now': 'En vigueur : {score}',
  'preview.intro':
    'Compte combien de vérifications conservées auraient une correspondance à chaque score, en les criblant toutes à nouveau.',
  'preview.count': 'Compter les correspondances',
  'preview.again': 'Compter à nouveau',
  'preview.progress': 'Vérifications criblées',
  'preview.running': '{examined} vérifications criblées sur {subjects}',
  'preview.cancelled': 'Un autre décompte a pris la place de celui-ci.',
  'preview.failed': 'Le décompte a échoué. Le journal technique de l’appareil en donne la cause.',
  'preview.none': 'Aucune vérification n’est encore conservée : il n’y a rien à compter.',
  'preview.hits.one': 'À partir de {score}, {count} vérification sur {examined} aurait une correspondance possible.',
  'preview.hits.other':
    'À partir de {score}, {count} vérifications sur {examined} auraient une correspondance possible.',
  'preview.hits_now.one': 'En vigueur, {score} : {count} vérification.',
  'preview.hits_now.other': 'En vigueur, {score} : {count} vérifications.',
  'preview.partial': 'Les {examined} plus récentes ont été criblées ; il y en a d’autres.',
  'preview.chart': 'Vérifications ayant une correspondance d’au moins ce score',
  'preview.subjects': 'Vérifications',
};
