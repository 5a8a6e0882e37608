import type { findings as english } from '../en/findings.ts';

export const findings: Record<keyof typeof english, string> = {
  'finding.file_unreadable': 'Le fichier est endommagé : rien ne peut y être lu. Faites renvoyer le document.',
  'finding.file_damaged':
    'Le fichier est endommagé en partie : une partie de l’image manque. Faites renvoyer le document.',
  'finding.document_unreadable':
    'Aucun texte n’a pu être lu sur le document. Prenez-en une photo plus nette et plus grande.',
  'finding.document_type_unknown':
    'Le type de document n’a pas été reconnu. Examinez le document, ou demandez-en un autre.',
  'finding.document_side_missing':
    'Une seule face du document a été envoyée ({present}). Envoyez aussi l’autre si le document en a une.',
  'finding.document_type_mismatch':
    'Le fichier a été déclaré comme « {declared} », mais montre autre chose ({found}). Examinez-le et corrigez son type.',
  'finding.document_side_mismatch':
    'Le fichier a été déclaré comme « {declared} » du document, mais en montre l’autre face ({found}).',
  'finding.identity_document_missing':
    'Aucune pièce d’identité parmi les fichiers. Envoyez un passeport, une carte d’identité, un titre de séjour ou un permis.',
  'finding.identity_not_read':
    'Aucune donnée d’identité n’a pu être lue avec certitude sur le document. Prenez-en une photo plus claire.',
  'finding.image_blank': 'Rien ne figure sur l’image : elle est d’une seule couleur. Faites renvoyer le côté imprimé.',
  'finding.image_resolution_too_low':
    'L’image fait {width}x{height} pixels, trop peu pour une lecture sûre : ses lettres doivent avoir {letters_minimum} pixels de haut, et une image sans texte lu {minimum}x{minimum} pixels. Prenez une photo plus grande.',
  'finding.image_blurred':
    'L’image est floue : sa netteté est de {sharpness}, il faut au moins {minimum}. Tenez l’appareil immobile, laissez-le faire la mise au point et recommencez.',
  'finding.image_too_dark':
    'L’image est trop sombre : luminosité {brightness} sur 255, il faut au moins {minimum}. Reprenez-la avec plus de lumière.',
  'finding.image_too_bright':
    'L’image est délavée : ses parties les plus sombres sont à {darkest} sur 255, au plus {maximum} attendus. Reprenez-la avec moins de lumière.',
  'finding.image_glare':
    'Des reflets couvrent {percent} % de l’image, plus de {maximum} %. Inclinez le document à l’abri de la lumière si des données manquent.',
  'finding.document_cut_off':
    'Le document n’est pas entier : une ligne de {letters} lettres touche le bord de l’image ({side}). Cadrez-le tout entier.',
  'finding.document_expired': 'Le document est expiré. Envoyez un document en cours de validité.',
  'finding.document_expired_unsure':
    'Le document semble expiré, mais sa date n’a pas été lue avec certitude. Vérifiez la date.',
  'finding.expiry_date_unsure': 'La date d’expiration n’a pas été lue avec certitude. Comparez-la avec l’image.',
  'finding.expiry_date_unknown':
    'Aucune date d’expiration n’a pu être lue. Envoyez la face qui la porte, ou examinez le document.',
  'finding.issue_after_expiry':
    'Le document a été délivré après sa propre date d’expiration. Comparez les deux dates avec l’image.',
  'finding.issue_date_in_future': 'La date de délivrance est dans le futur. Comparez-la avec l’image.',
  'finding.issued_before_birth':
    'Le document a été délivré avant la naissance de son titulaire. Comparez les deux dates avec l’image.',
  'finding.validity_too_long':
    'Le document est valable plus de {maximum} ans, ce qui n’existe pas pour ce type de document. Comparez les deux dates avec l’image.',
  'finding.child_validity_long':
    'Le document a été délivré à un enfant pour plus de {maximum} ans, ce que peu d’États font.',
  'finding.holder_under_age': 'Le titulaire a moins de {minimum} ans.',
  'finding.birth_date_implausible':
    'La date de naissance est dans le futur ou trop ancienne. Comparez-la avec le document.',
  'finding.mrz_missing':
    'La zone de lecture automatique du passeport n’a pas pu être lue. Envoyez toute la page des données, à plat et nette.',
  'finding.mrz_not_found':
    'Aucune zone de lecture automatique n’a été trouvée sur la carte. Rien à faire si la carte n’en a pas.',
  'finding.mrz_unreadable':
    'La carte montre une zone de lecture automatique qui n’a pas pu être lue. Prenez-en une photo nette, bien de face.',
  'finding.mrz_check_digits_wrong':
    'Des clés de contrôle de la zone de lecture automatique sont fausses ({fields}). Elle est peut-être mal lue : comparez-la avec l’image.',
  'finding.mrz_unsure':
    'Un caractère de la zone de lecture automatique est à peine lisible : sûr à {confidence}, il faut au moins {minimum}. Comparez-le.',
  'finding.mrz_repaired':
    'Des caractères de la zone de lecture automatique étaient incertains ; ses clés de contrôle en ont établi {characters}. Comparez-les.',
  'finding.mrz_forged':
    'Des clés de contrôle de la zone de lecture automatique sont fausses sur une image nette ({fields}). Traitez le document comme falsifié.',
  'finding.name_mismatch': 'Le nom déclaré n’est pas celui du document. Comparez les deux et interrogez la personne.',
  'finding.name_unsure':
    'Deux lectures du nom sont presque identiques, mais peut-être différentes ({rules}). Comparez-les avec l’image.',
  'finding.name_agrees_by_rule': 'Le nom déclaré est celui du document, mais pas à la lettre près ({rules}).',
  'finding.dob_mismatch':
    'La date de naissance déclarée n’est pas celle du document. Comparez les deux et interrogez la personne.',
  'finding.nationality_mismatch': 'La nationalité déclarée n’est pas celle du document. Comparez les deux.',
  'finding.name_not_compared':
    'Aucun nom comparable au nom déclaré n’a été lu, ou une partie seulement. Examinez le document.',
  'finding.dob_not_compared':
    'Aucune date de naissance n’a pu être lue pour être comparée à celle déclarée. Examinez le document.',
  'finding.nationality_not_compared': 'Aucune nationalité n’a pu être lue pour être comparée à celle déclarée.',
  'finding.front_back_mismatch': 'Le recto et le verso se contredisent. Vérifiez qu’ils viennent du même document.',
  'finding.document_number_mismatch':
    'Le recto et le verso portent des numéros différents. Vérifiez qu’ils vont ensemble.',
  'finding.documents_mismatch': 'Deux documents se contredisent. Vérifiez qu’ils sont de la même personne.',
  'finding.mrz_print_mismatch':
    'La zone de lecture automatique et le texte imprimé se contredisent. Comparez-les sur l’image.',
  'finding.print_name_misread':
    'Une lettre du nom imprimé a été mal lue ; la zone de lecture automatique et le nom déclaré concordent sans elle.',
  'finding.barcode_print_mismatch':
    'Le code-barres et le texte du document (imprimé ou zone de lecture automatique) se contredisent. Comparez-les sur l’image.',
  'finding.mrz_name_misread':
    'Un caractère de remplissage à côté du nom, dans la zone de lecture automatique, a été lu comme une lettre ; l’imprimé et le nom déclaré concordent.',
  'finding.nothing_to_compare': 'Aucune donnée n’était présente deux fois : rien n’a été comparé.',
  'finding.consent_refused':
    'La personne n’a pas donné son consentement : les visages n’ont pas été comparés. Un examinateur doit vérifier l’identité.',
  'finding.selfie_missing': 'Aucun selfie n’a été envoyé : les visages n’ont pas été comparés. Envoyez un selfie.',
  'finding.face_selfie_not_found':
    'Aucun visage trouvé dans le selfie (le meilleur candidat a {score}, il faut {minimum}). Reprenez-le de face et bien éclairé.',
  'finding.face_portrait_not_found':
    'Aucun portrait trouvé sur une pièce d’identité (le meilleur candidat a {score}, il faut {minimum}). Envoyez la face qui le porte, nette et entière.',
  'finding.face_too_small':
    'Le visage fait {width}x{height} pixels ; il en faut au moins {minimum}x{minimum} pour le comparer. Prenez la photo de plus près, ou avec une meilleure résolution.',
  'finding.face_several':
    'Le selfie montre {faces} visages, et celui qui ressort ne vaut que {ratio} fois le suivant par sa taille et sa place ; il faut {minimum} fois pour le choisir. Choisissez le visage de la personne, ou demandez un selfie où elle est seule.',
  'finding.face_others_present':
    'Le selfie montre {faces} visages ; celui qui ressort, {ratio} fois le suivant par sa taille et sa place, a été retenu.',
  'finding.face_other_matches':
    'Le visage comparé n’est pas celui du document, mais un autre des {faces} visages des images lui ressemble ({other}). Voyez qui est la personne, et choisissez son visage.',
  'finding.face_chosen': 'Une personne a choisi le visage à comparer. Vérifiez que c’est le bon, puis décidez.',
  'finding.face_chosen_lost':
    'Le visage choisi par une personne n’est plus trouvé dans l’image. Choisissez-en un de nouveau.',
  'finding.face_portrait_others':
    'Le document montre {faces} visages ; le plus grand, {ratio} fois le suivant, a été retenu. Vérifiez que c’est le portrait du titulaire.',
  'finding.selfie_turned': 'Le selfie est couché ou à l’envers ; il a été redressé pour être comparé.',
  'finding.selfie_shows_document':
    'Le selfie est la photo du document, et non une photo de la personne. Demandez un nouveau selfie.',
  'finding.faces_grey_band':
    'Les visages ne sont ni clairement semblables ni clairement différents. Comparez-les sur les images.',
  'finding.faces_unsure':
    'La face qui porte le portrait n’a pas été lue et est peut-être tournée, ce qui fausse la comparaison. Comparez vous-même.',
  'finding.faces_small_differ':
    'Les visages ne concordent pas, mais l’un ne fait que {side} pixels, et sous {minimum} ceux d’une même personne diffèrent souvent. Comparez-les sur les images, ou demandez-en une plus grande.',
  'finding.faces_chosen_differ':
    'Les visages comparés ne concordent pas, et une personne a choisi l’un d’eux. Comparez-les sur les images, puis décidez.',
  'finding.faces_differ': 'Le selfie montre une autre personne que le document.',
  'finding.liveness_advisory':
    'Les valeurs de présence réelle sont notées pour information : elles ne détectent aucune attaque et ne décident de rien.',
  'finding.liveness_not_measured':
    'Aucun visage de selfie n’a été mesuré : il n’y a pas de valeurs de présence réelle.',
  'finding.file_sent_twice':
    'Le même fichier a été envoyé plusieurs fois dans cette vérification. Vérifiez qu’aucun document ne manque.',
  'finding.duplicate_file':
    'Le même fichier a été envoyé aussi dans la vérification {verification}. Comparez les deux.',
  'finding.duplicate_face':
    'Un visage ressemble à celui de la vérification {verification}, faite sous une autre identité. Comparez les deux.',
  'finding.duplicates_not_enabled':
    'Les visages ne sont pas recherchés parmi les autres : ce n’est pas activé sur cet appareil.',
  'finding.duplicate_faces_consent_refused':
    'La personne n’a pas donné son consentement : aucun visage n’a été recherché parmi les autres.',
  'finding.duplicate_faces_not_found': 'Aucun visage n’était assez net pour être recherché parmi les autres.',
  'finding.value_corrected': 'Une personne a corrigé ce qui a été lu. Comparez avec l’image, puis décidez.',
  'finding.name_missing':
    'Aucun nom déclaré ni lu : aucune liste n’a pu être consultée. Corrigez ce qui a été lu, ou indiquez le nom.',
  'finding.name_not_searchable':
    'Un nom n’est qu’une forme juridique, ou est écrit en signes incomparables : aucune liste n’a pu être consultée pour lui. Indiquez le nom entier.',
  'finding.no_list_loaded':
    'Aucune liste de surveillance n’est chargée. Importez une liste de surveillance, puis relancez les contrôles.',
  'finding.list_stale':
    'La liste {list} a {age_days} jours. Importez sa dernière version, puis relancez les contrôles.',
  'finding.list_kind_missing':
    'Aucune liste chargée n’est de ce genre ({topics}) : personne n’y a été recherché. Importez-en une si besoin.',
  'finding.list_topic_missing':
    'Aucune liste chargée n’est de ce genre ({topic}). Importez-en une, puis relancez les contrôles.',
  'finding.lists_not_ready':
    'Les listes de surveillance n’étaient pas prêtes pour la recherche. Attendez une minute, puis relancez les contrôles.',
  'finding.hit_possible':
    'Le nom ressemble à une entrée de la liste {list}. Comparez les deux, puis confirmez ou écartez la correspondance.',
  'finding.hit_confirmed':
    'Le nom, avec une date de naissance ou un identifiant, est celui d’une entrée de la liste {list}.',
  'finding.hit_dismissed':
    'L’entrée de la liste {list} a déjà été reconnue comme étant quelqu’un d’autre, et rien n’a changé depuis.',
  'finding.hit_confirmed_for_review':
    'Le nom, avec une date de naissance ou un identifiant, est celui d’une entrée de la liste {list} ({topics}). Décidez de la suite.',
  'finding.owner_missing':
    'Aucun bénéficiaire effectif à {threshold} % ou plus n’est nommé. Nommez-les avec leurs parts.',
  'finding.ownership_over_100': 'Les parts font {sum} % au total, plus de 100 %. Corrigez-les.',
  'finding.ownership_incomplete':
    '{missing} % des parts ne sont pas attribués. Nommez les autres détenteurs s’ils sont connus.',
  'finding.ownership_chain_open':
    'Un détenteur de {percent} % est une société dont les propres détenteurs ne sont pas connus. Nommez-les.',
  'finding.ownership_loop':
    'La détention est circulaire : des détenteurs se détiennent entre eux. Voyez l’organigramme et demandez qui les contrôle.',
  'finding.ownership_differs_from_register':
    'La part déclarée ({submitted}) n’est pas celle du registre ({registered}). Demandez laquelle est exacte.',
  'finding.owner_held_through':
    'Un registre nomme une société ({percent}) qui n’a pas été déclarée. Les détenteurs déclarés sont supposés tenir leurs parts par elle : rien de connu ne le contredit.',
  'finding.owner_not_declared':
    'Un registre nomme un détenteur ou contrôleur ({percent}) qui n’a pas été déclaré. Interrogez la société.',
  'finding.owner_not_registered':
    'Le détenteur de {percent} % n’est pas parmi ceux que nomme le registre. Interrogez la société.',
  'finding.owner_unnamed': 'Le détenteur n’a pas de nom : personne n’a pu être criblé. Indiquez le nom.',
  'finding.sanctioned_ownership':
    'Des détenteurs sous sanctions tiennent ensemble {percent} % de la société ; à partir de {limit} %, elle est considérée comme sanctionnée.',
  'finding.sanctioned_ownership_possible':
    'Des détenteurs sous sanctions tiennent peut-être ensemble jusqu’à {percent} % de la société, selon les tranches d’un registre ; la limite est de {limit} %.',
  'finding.sanctioned_ownership_below_limit':
    'Des détenteurs sous sanctions tiennent ensemble {percent} % de la société, moins de {limit} %.',
  'finding.company_document_missing': 'Aucun fichier n’est venu pour le document annoncé ({type}). Envoyez-le.',
  'finding.company_document_required':
    'La politique demande un document de ce type ({type}), et aucun lisible n’est venu. Envoyez-le.',
  'finding.company_document_damaged':
    'Rien n’a pu être lu dans le fichier : il est endommagé, verrouillé ou trop long à ouvrir. Envoyez-le sous une autre forme.',
  'finding.company_document_unreadable':
    'Presque aucun texte n’a pu être lu sur le document. Examinez-le, ou envoyez une image plus nette et plus grande.',
  'finding.company_document_pages_unread':
    'Rien n’a été lu sur {unread} des {pages} pages. Regardez-les si elles comptent.',
  'finding.company_document_name_missing':
    'Le nom de la société n’a pas été trouvé sur le document. Comparez les deux.',
  'finding.company_document_number_missing':
    'Le numéro d’immatriculation n’a pas été trouvé sur le document. Comparez les deux.',
  'finding.company_document_address_missing':
    'L’adresse de la société n’a pas été trouvée sur le document. Comparez les deux.',
  'finding.company_document_date_missing':
    'Aucune date n’a été trouvée sur le justificatif de domicile. Voyez de quand il date.',
  'finding.company_document_too_old':
    'La date la plus récente du justificatif de domicile a {age_days} jours, plus de {maximum}. Demandez-en un plus récent.',
  'finding.company_document_incorporation_differs':
    'La date de constitution déclarée n’est pas parmi les dates du document. Comparez-les.',
  'finding.persons_none':
    'Aucune personne à vérifier n’est nommée. Nommez les représentants et les bénéficiaires effectifs.',
  'finding.person_not_verified': 'Cette personne n’a pas été vérifiée. Liez-lui une vérification, ou lancez-en une.',
  'finding.person_verification_pending':
    'La vérification de cette personne n’est pas terminée. Attendez-en la fin, ou décidez-la.',
  'finding.person_verification_failed':
    'La vérification de cette personne a échoué. Examinez-la, et liez-en une autre si elle est erronée.',
  'finding.person_verification_mismatch':
    'La vérification liée à cette personne porte un autre nom ou une autre date de naissance. Comparez les deux et liez la bonne.',
  'finding.register_missing':
    'Aucun registre n’est chargé pour ce pays ({country}) : la société n’a pas été recherchée. Importez-en un, ou vérifiez vous-même.',
  'finding.register_required_missing':
    'La politique demande un registre pour ce pays ({country}), et aucun n’est chargé. Importez-en un, puis relancez les contrôles.',
  'finding.register_stale':
    'Le registre {register} a {age_days} jours. Importez sa dernière version, puis relancez les contrôles.',
  'finding.company_not_found':
    'Le registre {register} contient toutes les sociétés du pays ({country}), et aucune de ce numéro. Comparez-le avec l’extrait d’immatriculation.',
  'finding.company_not_found_by_name':
    'Le registre {register} contient toutes les sociétés du pays ({country}), et aucune de ce nom. Indiquez le numéro d’immatriculation.',
  'finding.company_not_in_registers':
    'La société n’est dans aucun des registres chargés pour ce pays ({country}), mais aucun n’est réputé complet.',
  'finding.company_newer_than_register':
    'La société n’est pas plus ancienne que le registre {register}, daté du {dated}. Importez sa dernière version, puis relancez les contrôles.',
  'finding.company_ambiguous':
    'Le registre {register} contient plusieurs sociétés possibles. Indiquez le numéro d’immatriculation, ou comparez-les.',
  'finding.company_dissolved': 'D’après le registre {register}, la société est dissoute.',
  'finding.company_struck_off': 'D’après le registre {register}, la société est radiée.',
  'finding.company_insolvent':
    'D’après le registre {register}, la société est insolvable ou en liquidation. Décidez de la suite.',
  'finding.company_inactive': 'D’après le registre {register}, la société n’est pas active. Demandez-lui pourquoi.',
  'finding.company_strike_off_proposed':
    'D’après le registre {register}, la société est sur le point d’être radiée. Demandez-lui pourquoi.',
  'finding.company_status_unknown': 'Le registre {register} ne dit pas si la société est active.',
  'finding.company_name_mismatch':
    'Le nom déclaré n’est pas celui de la société au registre {register}. Comparez les deux.',
  'finding.company_name_former':
    'Le nom déclaré et celui du registre {register} sont un ancien nom et un plus récent. Demandez lequel vaut.',
  'finding.company_name_differs_slightly':
    'Le nom déclaré est celui du registre {register}, ou un nom commercial de la société, mais pas à la lettre près.',
  'finding.company_address_mismatch': 'L’adresse déclarée n’est pas celle du registre {register}. Comparez les deux.',
  'finding.company_address_differs_slightly':
    'L’adresse déclarée diffère en quelques mots de celle du registre {register}.',
  'finding.company_incorporation_mismatch':
    'La date de constitution déclarée n’est pas celle du registre {register}. Comparez les deux.',
  'finding.incorporation_date_in_future': 'La date de constitution est dans le futur. Comparez-la avec un document.',
  'finding.company_number_mismatch':
    'Un numéro ou le pays déclaré n’est pas celui du registre, ou une autre société le porte. Comparez-les.',
  'finding.company_legal_form_mismatch': 'La forme juridique déclarée n’est pas celle du registre {register}.',
  'finding.registers_disagree': 'Deux registres se contredisent sur la société ({fields}). Comparez-les.',
  'finding.number_check_digits_wrong':
    'Le numéro n’est pas valable : sa forme ou sa clé de contrôle est fausse. Comparez-le avec un document.',
  'finding.number_not_checked':
    'Le numéro n’a pas été contrôlé : aucune règle n’est connue pour ce genre, ou il n’a pas de clé.',
  'finding.risk_high':
    'Le risque atteint {score} points sur 100 ; à partir de {from}, il est élevé. Examinez ses facteurs et décidez.',
  'finding.check_pending': 'Ce contrôle n’a pas encore eu lieu.',
  'finding.check_not_run': 'Un contrôle que la politique demande n’a pas eu lieu. Relancez les contrôles.',
  'finding.processing_failed':
    'Les documents n’ont pas pu être traités après plusieurs essais. Renvoyez-les dans un autre format.',
  'finding.appliance_fault':
    'L’appareil lui-même a échoué sur ce dossier. Son journal en donne la cause. Corrigez-la, puis relancez les contrôles.',
  'finding.engine_unavailable':
    'Un moteur de l’appareil n’est pas disponible. Réparez-le, puis relancez les contrôles.',
  'finding.simulated': 'Ce contrôle n’a pas eu lieu : la vérification est une simulation en mode test.',
  'finding.simulated_failed': 'Le résultat « refusée » a été demandé. C’est une simulation avec des données de test.',
  'finding.simulated_review':
    'Le résultat « à examiner » a été demandé. C’est une simulation avec des données de test.',
};
