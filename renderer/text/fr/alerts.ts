import type { alerts as english } from '../en/alerts.ts';

export const alerts: Record<keyof typeof english, string> = {
  'alerts.intro':
    'Une personne ou société déjà vérifiée ressemble à une entrée ajoutée ou modifiée par une nouvelle version de liste. Aucun dossier ne change de lui-même.',
  'alerts.open': 'Ouvertes',
  'alerts.held': 'Retenues',
  'alerts.confirmed': 'Confirmées',
  'alerts.dismissed': 'Écartées',
  'alerts.all': 'Toutes',
  'alerts.added': 'Ajoutée à la liste',
  'alerts.changed': 'Modifiée sur la liste',
  'alerts.comparison': 'Noms comparés autrement',
  'alerts.held_title': 'Une nouvelle comparaison des noms',
  'alerts.held_why':
    'Cette version de Custos compare les noms autrement que la précédente : tous ceux qui avaient été criblés ont été cherchés de nouveau. Ce que cela seul trouve est retenu ici jusqu’à ce que vous l’ouvriez comme alertes ou l’écartiez.',
  'alerts.held_running': 'Nouvelle recherche : {share} faits.',
  'alerts.held_count': '{count} nouvelle correspondance est retenue.|{count} nouvelles correspondances sont retenues.',
  'alerts.held_records': 'Elle concerne {count} dossier.|Elles concernent {count} dossiers.',
  'alerts.held_show': 'Les afficher',
  'alerts.held_release': 'Tout ouvrir comme alertes',
  'alerts.held_release_why': 'Chacune devient une alerte comme les autres, annoncée aux destinataires d’événements.',
  'alerts.held_release_one': 'Ouvrir comme alerte',
  'alerts.held_released': 'Ouvert comme alertes.',
  'alerts.held_dismiss': 'Tout écarter',
  'alerts.held_dismissed': 'Écarté.',
  'alerts.same':
    'Une autre vérification du même client : votre décision vaut aussi pour elle.|{count} autres vérifications du même client : votre décision vaut aussi pour elles.',
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
