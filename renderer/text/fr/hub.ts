import type { hub as english } from '../en/hub.ts';

export const hub: Record<keyof typeof english, string> = {
  'hub.title': 'Centrale',
  'hub.what':
    'Votre organisation peut exploiter une centrale qui voit toutes ses succursales. Aucune donnée ne quitte ce site tant que vous n’y reliez pas cet appareil et ne choisissez pas ce qu’il envoie.',
  'hub.reports': 'Rend compte à {hub}',
  'hub.reports_0': 'Rend compte à {hub} : état, versions et âge des listes, aucun dossier.',
  'hub.reports_1':
    'Rend compte à {hub} : état, versions et âge des listes, et identifiants, états, motifs et dates des dossiers.',
  'hub.join': 'Rejoindre une centrale',
  'hub.joining': 'La demande est faite. Un administrateur de la centrale l’approuve.',
  'hub.invite': 'Invitation',
  'hub.invite_hint': 'Collez l’invitation reçue de l’administrateur de la centrale, ou le contenu de son fichier.',
  'hub.name': 'Nom de cet appareil',
  'hub.name_hint': 'La centrale affiche ce nom, par exemple « Succursale Nord ».',
  'hub.level': 'Ce qu’il envoie',
  'hub.level_0': 'Niveau 0 : état, versions, âge des listes et ancres du journal d’audit',
  'hub.level_1': 'Niveau 1 : en plus, identifiants, états, motifs et dates des dossiers',
  'hub.level_hint':
    'Le niveau 1 signale aussi les dossiers déjà présents. Aucun nom, document ni image n’est envoyé à l’un ou l’autre niveau.',
  'hub.hub': 'Centrale',
  'hub.addresses': 'Adresses',
  'hub.key': 'Clé de la centrale',
  'hub.own_key': 'Clé de cet appareil',
  'hub.branch': 'Succursale',
  'hub.state_off': 'Aucune',
  'hub.state_waiting': 'Attend l’approbation',
  'hub.state_active': 'Reliée',
  'hub.state_failing': 'Injoignable',
  'hub.state_stopped': 'Arrêtée',
  'hub.confirmed': 'Entrées confirmées',
  'hub.confirmed_of': '{confirmed} sur {entries}',
  'hub.waiting': 'En attente',
  'hub.waiting_of': '{count} entrée, {size}|{count} entrées, {size}',
  'hub.received': 'Dernier reçu',
  'hub.contacted': 'Dernier contact',
  'hub.problem': 'Problème',
  'hub.certificate': 'Certificat jusqu’au',
  'hub.contact': 'Contacter maintenant',
  'hub.contact_done': 'La centrale a répondu.',
  'hub.contact_failed': 'Le contact a échoué. {why}',
  'hub.change': 'Changer ce qu’il envoie',
  'hub.changed': 'Enregistré.',
  'hub.file_out': 'Fichier pour la centrale',
  'hub.file_in': 'Prendre un fichier de la centrale',
  'hub.file_in_what':
    'Choisissez un fichier que la centrale a fait pour cet appareil. Il apporte des reçus, des directives et des paquets.',
  'hub.file_taken': 'Pris. Reçus : {receipts}. Directives : {directives}.',
  'hub.file_none': 'Choisissez un fichier.',
  'hub.line': 'Ouvrir une nouvelle ligne',
  'hub.line_what':
    'La centrale a des entrées de cet appareil qui ne sont plus ici. Elle les garde. Une nouvelle ligne suit, et les dossiers non confirmés sont signalés de nouveau. Vérifiez qu’aucune autre machine n’exploite une copie de cet appareil.',
  'hub.line_opened': 'Une nouvelle ligne a commencé.',
  'hub.leave': 'Quitter la centrale',
  'hub.leave_what': 'Plus rien n’est envoyé, et ce qui attend est supprimé. La centrale garde ce qu’elle a.',
  'hub.left': 'Cet appareil n’a plus de centrale.',
  'hub.stopped_refused':
    'La centrale a refusé la demande. Quittez la centrale et demandez une autre invitation à son administrateur.',
  'hub.stopped_restored':
    'Cet appareil a été restauré depuis une sauvegarde. Ouvrez une nouvelle ligne pour que la centrale continue d’ici.',
  'hub.stopped_line_behind':
    'La centrale a des entrées plus récentes que cet appareil. Ouvrez une nouvelle ligne si c’est la seule copie.',
  'hub.stopped_entries_missing':
    'Il manque à la centrale des entrées que cet appareil ne garde plus. Ouvrez une nouvelle ligne.',
  'hub.directives': 'Directives de la centrale',
  'hub.directive_number': 'Numéro',
  'hub.directive_kind': 'Sorte',
  'hub.directive_policy': 'Politique',
  'hub.directive_pack': 'Paquet',
  'hub.directive_hub_key': 'Clés de la centrale',
  'hub.directive_other': 'Autre',
  'hub.directive_when': 'Quand',
  'hub.directive_outcome': 'Résultat',
  'hub.directive_done': 'Appliquée',
  'hub.directive_refused': 'Refusée ({code})',
  'hub.directive_program_waits': 'Appliquée. Un nouveau programme attend sous Mises à jour.',
  'hub_error.name_not_resolved':
    'Le nom d’hôte de la centrale est introuvable. Vérifiez le serveur de noms de cette machine, ou demandez à l’administrateur de la centrale une invitation avec une autre adresse.',
  'hub_error.address_not_allowed':
    'L’invitation nomme une adresse à laquelle il n’est pas permis de se connecter. Demandez à l’administrateur de la centrale une invitation avec la bonne adresse.',
  'hub_error.connection_refused':
    'Rien ne répond à l’adresse de la centrale. Demandez à son administrateur si la centrale est en marche et si un pare-feu est entre les deux.',
  'hub_error.connection_failed':
    'La connexion à la centrale a échoué. Vérifiez le réseau de cette machine. L’essai recommence de lui-même.',
  'hub_error.timeout':
    'La centrale ne répond pas à temps. L’essai recommence de lui-même. Si cela dure, vérifiez le réseau et voyez l’administrateur de la centrale.',
  'hub_error.certificate_untrusted':
    'Ce qui répond n’est pas la centrale de l’invitation. Vérifiez que rien n’intercepte la connexion, et voyez l’administrateur de la centrale.',
  'hub_error.certificate_name':
    'Le certificat de la centrale porte un autre nom. Son administrateur doit ajouter cette adresse à CUSTOS_HUB_ADDRESSES.',
  'hub_error.certificate_expired':
    'Un certificat a expiré, ou une horloge est fausse. Vérifiez l’horloge de cette machine. Si elle est juste, quittez la centrale et rattachez l’appareil avec une autre invitation.',
  'hub_error.client_certificate_refused':
    'La centrale n’accepte pas le certificat de cet appareil. Demandez à son administrateur si cette succursale a été révoquée.',
  'hub_error.tls_failed':
    'Ce qui répond n’utilise pas TLS comme la centrale. Vérifiez que l’adresse est celle de son écoute pour les succursales.',
  'hub_error.closed':
    'La centrale a fermé la connexion trop tôt. L’essai recommence de lui-même. Si cela dure, voyez l’administrateur de la centrale.',
  'hub_error.bad_answer':
    'La réponse n’est pas celle de la centrale. Vérifiez qu’aucun proxy n’est entre les deux. S’il n’y en a pas, les deux versions diffèrent peut-être trop : mettez à jour la plus ancienne.',
  'hub_error.settings_changed':
    'Les réglages de la centrale ont été modifiés hors de cet appareil. Quittez la centrale et rattachez l’appareil avec une autre invitation.',
  'hub_error.disk_full': 'Le disque de cet appareil est plein. Libérez de la place. Rien n’est perdu entre-temps.',
  'hub_error.parcel_gap':
    'Il manque à la centrale des entrées antérieures. Elles sont renvoyées ; vous n’avez rien à faire.',
  'hub_error.line_behind':
    'La centrale a des entrées plus récentes que cet appareil. Si cet appareil est la seule copie, ouvrez une nouvelle ligne.',
  'hub_error.line_forked':
    'Deux appareils écrivent la même histoire. Éteignez l’un d’eux, puis demandez à l’administrateur de la centrale de libérer cette succursale.',
  'hub_error.clock_wrong':
    'Les horloges de cet appareil et de la centrale ne concordent pas. Réglez celle qui est fausse.',
  'hub_error.unknown_branch':
    'La centrale ne connaît pas cet appareil. Demandez une autre invitation à son administrateur, puis quittez la centrale et rattachez l’appareil de nouveau.',
  'hub_error.unauthorized':
    'L’invitation a déjà servi, ou a expiré. Demandez-en une autre à l’administrateur de la centrale.',
  'hub_error.revoked':
    'La centrale a révoqué cet appareil pour de bon. Pour rendre compte de nouveau, quittez la centrale et rattachez l’appareil avec une autre invitation.',
  'hub_error.quarantined':
    'La centrale garde cet appareil en quarantaine et n’en prend rien. Demandez à l’administrateur de la centrale de le libérer. Rien n’est perdu entre-temps.',
  'hub_error.rate_limited':
    'La centrale est occupée et demande d’attendre. L’essai recommence de lui-même ; vous n’avez rien à faire.',
  'hub_error.database_unavailable':
    'La centrale ne peut pas utiliser sa base de données. L’essai recommence de lui-même ; vous n’avez rien à faire. Rien n’est perdu entre-temps.',
  'hub_error.parcel_damaged':
    'La centrale ne peut pas lire l’envoi. Il est scellé et renvoyé ; vous n’avez rien à faire.',
  'hub_error.parcel_signature':
    'La centrale n’accepte pas la signature de cet appareil. Quittez la centrale et rattachez l’appareil avec une autre invitation.',
  'hub_error.parcel_other_hub':
    'L’envoi est scellé pour d’autres clés. Il est scellé et renvoyé ; vous n’avez rien à faire.',
  'hub_error.parcel_too_large':
    'L’envoi est trop grand pour la centrale. Les deux versions diffèrent peut-être trop : mettez à jour la plus ancienne.',
  'system.warning_hub_stopped': 'Rien n’est envoyé à la centrale avant votre décision. Voyez la cause.',
  'system.warning_hub_refuses': 'La centrale ne prend rien de cet appareil. Voyez la cause.',
  'system.warning_hub_lag':
    'Des entrées attendent la centrale depuis le {when}. Vérifiez la connexion, ou portez-les par fichier.',
  'egress.hub': 'Centrale contactée',
  'event.hub.certificate_renewed': 'Certificat pour la centrale renouvelé',
  'event.hub.directive_done': 'Directive de la centrale appliquée',
  'event.hub.directive_refused': 'Directive de la centrale refusée',
  'event.hub.file_made': 'Fichier pour la centrale fait',
  'event.hub.file_taken': 'Fichier de la centrale pris',
  'event.hub.joined': 'Centrale rejointe',
  'event.hub.left': 'Centrale quittée',
  'event.hub.level_set': 'Ce que la centrale apprend modifié',
  'event.hub.line_opened': 'Nouvelle ligne pour la centrale commencée',
  'event.hub.refused': 'Demande refusée par la centrale',
  'event.hub.requested': 'Adhésion à une centrale demandée',
  'event.hub.stopped': 'Envoi à la centrale arrêté',
};
