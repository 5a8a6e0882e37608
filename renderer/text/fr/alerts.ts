import type { alerts as english } from '../en/alerts.ts';

export const alerts: Record<keyof typeof english, string> = {
  'alerts.intro':
    'Une personne ou société déjà vérifiée ressemble à une entrée ajoutée ou modifiée par une nouvelle version de liste. Aucun dossier ne change de lui-même.',
  'alerts.state': 'État',
  'alerts.open': 'Ouvertes',
  'alerts.confirmed': 'Confirmées',
  'alerts.dismissed': 'Écartées',
  'alerts.all': 'Toutes',
  'alerts.added': 'Ajoutée à la liste',
  'alerts.changed': 'Modifiée sur la liste',
  'alerts.record': 'Ouvrir la vérification',
  'alerts.same.one': 'Une autre vérification du même client : votre décision vaut aussi pour elle.',
  'alerts.same.other': '{count} autres vérifications du même client : votre décision vaut aussi pour elles.',
  'alerts.new': 'De nouvelles alertes sont arrivées. Les afficher',
  'alerts.none_open': 'Aucune alerte ouverte',
  'alerts.none_open_hint':
    'Quand une nouvelle version d’une liste est chargée, tous ceux qui ont été criblés sont comparés avec ce qu’elle change.',
  'alerts.none': 'Aucune alerte ici',
  'alerts.next': 'Alerte suivante',
  'alerts.previous': 'Alerte précédente',
  'alerts.toggle': 'Afficher ou masquer l’explication',
  'alerts.decided': 'Correspondance jugée.',
  'alerts.party_company': 'La société elle-même',
  'alerts.party_person': 'Une de ses personnes',
};
