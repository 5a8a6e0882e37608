import type { desktop as english } from '../en/desktop.ts';

export const desktop: Record<keyof typeof english, string> = {
  'desktop.choose': 'Choisir…',
  'desktop.title': 'Cet ordinateur',
  'desktop.login': 'Démarrer Custos à l’ouverture de ma session',
  'desktop.login_why': 'L’appareil travaille alors sans sa fenêtre, et son icône se trouve près de l’horloge.',
  'desktop.notify': 'Me signaler les examens en attente',
  'desktop.notify_why': 'Une notification dit combien il y en a, et rien d’autre.',
  'desktop.log': 'Afficher le journal',
  'desktop.not_set': 'Rien n’a changé : cet ordinateur n’a pas permis la modification.',
};
